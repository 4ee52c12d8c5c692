import { useMutation } from '@tanstack/react-query';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#contract/i18n.ts';
import { ErrorNotice } from '#web/components/states.tsx';
import { i18n, rememberLanguage } from '#web/lib/i18n.ts';
import { useSession } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { adoptUpdatedUser, updateUser } from './update-user.ts';

/** The profile of a customer keeps the choice, and the browser that of a visitor. Another language takes a new page. */
function useChooseLanguage() {
  const { user } = useSession();
  return useMutation({
    mutationFn: async (language: Language) => {
      if (user) adoptUpdatedUser(await updateUser(user.id, { language }));
      if (rememberLanguage(language)) window.location.reload();
    },
    onError: toast.failure,
  });
}

/** Leads to the other language, by its own name, so that those who need it can read it. */
export function OtherLanguage({ className }: { className: string }) {
  const choose = useChooseLanguage();
  const others = LANGUAGES.filter((language) => language !== i18n.language);
  return others.map((language) => (
    <button
      key={language}
      type="button"
      lang={language}
      aria-disabled={choose.isPending || undefined}
      onClick={() => choose.isPending || choose.mutate(language)}
      className={className}
    >
      {LANGUAGE_NAMES[language]}
    </button>
  ));
}

export function LanguageChoice() {
  const choose = useChooseLanguage();
  return (
    <fieldset className="grid gap-3 sm:max-w-[420px]">
      <legend className="sr-only">{i18n.t('Language')}</legend>
      <ErrorNotice error={choose.error} />
      <div className="grid grid-cols-2 gap-1 rounded-full bg-sunk p-1">
        {LANGUAGES.map((language) => (
          <label
            key={language}
            lang={language}
            className="relative flex h-11 cursor-pointer items-center justify-center rounded-full text-14 font-[650] text-ink-2 has-checked:bg-raised has-checked:text-ink has-checked:shadow-2 has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="language"
              value={language}
              checked={(choose.isPending ? choose.variables : i18n.language) === language}
              onChange={() => choose.mutate(language)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {LANGUAGE_NAMES[language]}
          </label>
        ))}
      </div>
      <p className="text-14 text-ink-2">{i18n.t('We use it on this site, in emails and in texts.')}</p>
    </fieldset>
  );
}
