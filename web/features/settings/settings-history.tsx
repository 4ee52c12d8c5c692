import { ArrowRight } from 'lucide-react';
import type { AuditRecord } from '#contract/entities/audit-entry.ts';
import { History } from '#web/components/history.tsx';
import { labelOf, settingWords } from './setting-fields.ts';

/** A new watermark is recorded as a checksum, which tells the reader nothing. */
const shownChanges = ({ action, changes }: AuditRecord) => (action === 'settings.change' ? changes : []);

export function SettingsHistory() {
  return (
    <div className="-my-3 grid">
      <History
        scope="settings"
        nothing="No changes yet."
        changes={(entry) =>
          shownChanges(entry).map((change) => <SettingChange key={change.field} change={change} />)
        }
      />
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
