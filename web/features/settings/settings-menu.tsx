import { ArrowRight } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { AuditRecord } from '#contract/entities/user.ts';
import { History } from '#web/components/history.tsx';
import { useNavigate } from '#web/lib/navigation.tsx';
import { OTHER_SECTIONS, SETTING_GROUPS } from './setting-groups.ts';
import { labelOf, settingMessage } from './setting-input.tsx';

const SECTIONS = [...SETTING_GROUPS, ...OTHER_SECTIONS].map(({ id, title }) => ({ id, title }));
/** The previous chip stays partly visible, as a hint that the row scrolls. */
const EDGE = 16;

/** The current section is the last one whose heading has passed the upper third of the window. */
function useReadSection(): string | undefined {
  const [id, setId] = useState(SECTIONS[0]?.id);
  useEffect(() => {
    const look = () => {
      const passed = SECTIONS.filter((section) => {
        const top = document.getElementById(section.id)?.getBoundingClientRect().top;
        return top !== undefined && top < window.innerHeight / 3;
      });
      const isAtEnd =
        window.scrollY > 0 && window.innerHeight + window.scrollY >= document.body.scrollHeight - 2;
      setId((isAtEnd ? SECTIONS : passed).at(-1)?.id ?? SECTIONS[0]?.id);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return id;
}

export function SettingsMenu() {
  const navigate = useNavigate();
  const readId = useReadSection();
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>(`[href="#${readId}"]`);
    if (row.current && chip) row.current.scrollLeft = chip.offsetLeft - EDGE;
  }, [readId]);
  const show = (event: MouseEvent, hash: string) => {
    event.preventDefault();
    void navigate({ to: '.', search: true, hash, replace: true });
  };
  return (
    <nav
      ref={row}
      aria-label="Sections"
      className="sticky top-[calc(var(--header-height)+1px)] z-10 -mx-4 self-start overflow-x-auto border-line border-b bg-bg px-4 py-2 [scrollbar-width:none] desk:top-[calc(var(--header-height)+24px)] desk:mx-0 desk:overflow-visible desk:border-0 desk:p-0"
    >
      <ul className="flex gap-1.5 desk:grid desk:gap-0.5">
        {SECTIONS.map(({ id, title }) => (
          <li key={id} className="flex-none">
            <a
              href={`#${id}`}
              aria-current={id === readId ? 'location' : undefined}
              onClick={(event) => show(event, id)}
              className="inline-flex h-11 items-center rounded-full px-3.5 text-14 font-semibold whitespace-nowrap text-ink-2 hover:text-ink desk:flex desk:h-9 desk:rounded-ctl aria-[current=location]:bg-sunk aria-[current=location]:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

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
      <span className="text-ink-2">{settingMessage(field, before)}</span>{' '}
      <ArrowRight role="img" aria-label="became" size={14} className="inline align-[-2px] text-ink-2" />{' '}
      {settingMessage(field, after)}
    </p>
  );
}
