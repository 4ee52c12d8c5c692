import { LogOut } from 'lucide-react';
import { Sheet } from '#web/components/sheet.tsx';
import { ThemeChoice } from '#web/components/theme-choice.tsx';
import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/lib/router/link.tsx';
import { useUser } from '#web/lib/session.ts';
import { type MenuEntry, menuEntries } from './menu.ts';
import { QueueBadge } from './queue-badge.tsx';
import { useLogOut } from './use-log-out.ts';

const ROW =
  'flex h-[52px] w-full items-center gap-3.5 rounded-ctl px-3 text-16 font-semibold hover:bg-sunk aria-[current]:bg-sunk';

function Row({ entry: { path, label, icon: Icon }, onOpen }: { entry: MenuEntry; onOpen: () => void }) {
  return (
    <li>
      <Link to={path} current="page" onClick={onOpen} className={ROW}>
        <Icon aria-hidden size={22} strokeWidth={1.8} className="text-ink-2" />
        {label}
        {path.startsWith(paths.admin) && <QueueBadge path={path} />}
      </Link>
    </li>
  );
}

export function MoreSheet({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const logOut = useLogOut();
  const adminEntries = menuEntries('admin', user.type);
  return (
    <Sheet
      title={user.name || 'Your account'}
      description={user.email || (user.phone_number ?? '')}
      onClose={onClose}
    >
      <nav aria-label="More">
        <ul className="-mx-3">
          {menuEntries('header', user.type).map((entry) => (
            <Row key={entry.path} entry={entry} onOpen={onClose} />
          ))}
          <li>
            <button
              type="button"
              onClick={() => {
                onClose();
                void logOut();
              }}
              className={ROW}
            >
              <LogOut aria-hidden size={22} strokeWidth={1.8} className="text-ink-2" />
              Logout
            </button>
          </li>
        </ul>
      </nav>
      <div className="mt-3 border-line border-t py-5">
        <ThemeChoice />
      </div>
      {adminEntries.length > 0 && (
        <nav aria-labelledby="more-admin" className="border-line border-t pt-5">
          <h3 id="more-admin" className="pb-1 text-14 font-[650]">
            Admin pages
          </h3>
          <ul className="-mx-3">
            {adminEntries.map((entry) => (
              <Row key={entry.path} entry={entry} onOpen={onClose} />
            ))}
          </ul>
        </nav>
      )}
    </Sheet>
  );
}
