import { Check, Plus } from 'lucide-react';
import type { TeamSubscription } from '#contract/entities/album.ts';
import { Spinner } from '#web/components/button.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { freeTimeOf, isApiError } from '#web/lib/api-error.ts';
import { formatLongDay } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { isSavedTeam, type TeamChoice, useSaveTeamSearch } from './team-searches.ts';

/** Says when the next spot opens, if the server knows. */
export function SaveTeamError({ error }: { error: unknown }) {
  const freeAt = isApiError(error, 'too_many') ? freeTimeOf(error) : undefined;
  return (
    <>
      <ErrorNotice error={error} />
      {freeAt && (
        <p className="text-14 text-ink-2">
          {i18n.t('The next spot opens on {day}.', { day: formatLongDay(freeAt) })}
        </p>
      )}
    </>
  );
}

type TeamResultsProps = { teams: readonly TeamChoice[]; saved: readonly TeamSubscription[] };

/** One press saves a team in any of its divisions. */
export function TeamResults({ teams, saved }: TeamResultsProps) {
  const save = useSaveTeamSearch(() => undefined);
  return (
    <section aria-labelledby="team-results" className="grid gap-1">
      <h2 id="team-results" className="text-16 font-bold tracking-[-0.01em]">
        {i18n.t('Teams')}
      </h2>
      <SaveTeamError error={save.error} />
      <ul>
        {teams.map(({ key, title, note, search }) => {
          const isSaved = isSavedTeam(saved, search);
          const isSaving = save.isPending && save.variables === search;
          const Icon = isSaved ? Check : Plus;
          return (
            <li key={key} data-result>
              <button
                type="button"
                aria-disabled={isSaved || save.isPending}
                onClick={() => !isSaved && save.mutate(search)}
                className="-mx-2 flex min-h-13 w-[calc(100%+16px)] items-center gap-3 rounded-ctl px-2 py-2 text-left hover:bg-sunk aria-disabled:cursor-default"
              >
                {isSaving ? (
                  <Spinner />
                ) : (
                  <Icon
                    size={20}
                    strokeWidth={1.8}
                    className={`flex-none ${isSaved ? 'text-ok' : 'text-ink-2'}`}
                  />
                )}
                <span className="min-w-0 flex-1">
                  <span className="block text-15 leading-tight font-[650]">{title}</span>
                  <span className="text-13 text-ink-2 tabular-nums">{note}</span>
                </span>
                <span className={`flex-none text-14 font-[650] ${isSaved ? 'text-ok' : 'text-ink'}`}>
                  {isSaved ? i18n.t('Saved') : i18n.t('Save team')}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
