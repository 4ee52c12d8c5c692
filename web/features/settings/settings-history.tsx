import { ArrowRight } from 'lucide-react';
import type { AuditRecord } from '#contract/entities/audit-entry.ts';
import { History } from '#web/components/history.tsx';
import { formatAge } from '#web/lib/formats.ts';
import { labelOf, settingWords } from './setting-fields.ts';
import { readSettingsHistory, SETTINGS_HISTORY } from './settings.query.ts';

const REMAKE = 'watermark.remake';
const WORDS: Readonly<Record<string, string>> = {
  'settings.change': 'Settings changed',
  [REMAKE]: 'Old photos marked anew',
};
const titleOf = ({ action }: AuditRecord) => WORDS[action] ?? action;

export function SettingsHistory() {
  return (
    <div className="-my-3 grid">
      <History
        label="Changes"
        queryKey={SETTINGS_HISTORY}
        read={readSettingsHistory}
        words={WORDS}
        titleOf={titleOf}
        fileName="settings-history.csv"
        nothing="Nothing has been changed yet."
      >
        {(entry) => (
          <div className="grid gap-1 py-3 text-14">
            {entry.action === REMAKE ? (
              <b className="font-[650]">{titleOf(entry)}</b>
            ) : (
              entry.changes.map((change) => <SettingChange key={change.field} change={change} />)
            )}
            <p className="text-13 text-ink-2">
              {entry.actor_name}, <time dateTime={entry.created_at}>{formatAge(entry.created_at)}</time>
            </p>
          </div>
        )}
      </History>
    </div>
  );
}

function SettingChange({ change: { field, before, after } }: { change: AuditRecord['changes'][number] }) {
  return (
    <p className="break-words">
      <b className="font-[650]">{labelOf(field)}</b>:{' '}
      <span className="text-ink-2">{settingWords(field, before)}</span>{' '}
      <ArrowRight role="img" aria-label="became" size={14} className="inline align-[-2px] text-ink-2" />{' '}
      {settingWords(field, after)}
    </p>
  );
}
