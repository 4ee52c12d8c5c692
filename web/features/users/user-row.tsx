import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { UserSummary } from '#contract/endpoints/user-administration.ts';
import { formatDate } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';
import { ROLE_WORDS } from './role-words.ts';

export const COLUMNS = 6;

export type RowProps = {
  index: number;
  user: UserSummary | undefined;
  isCursor: boolean;
  isChosen: boolean;
  onChoose: (index: number, isStretching: boolean) => void;
};

function rowLook({ isCursor, isChosen }: RowProps): string {
  if (isChosen) return 'bg-spot-wash';
  return isCursor ? 'bg-sunk shadow-[inset_3px_0_0_var(--edge)]' : 'hover:bg-sunk';
}

function NameLink({ user }: { user: UserSummary | undefined }) {
  if (!user) {
    return (
      <span className="block h-3 w-40 rounded-tile bg-line">
        <span className="sr-only">Loading</span>
      </span>
    );
  }
  return (
    <Link
      to={paths.adminUser(user.id)}
      className="font-[650] text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
    >
      {user.name}
    </Link>
  );
}

/** Above the link that reaches over the whole row. */
function Choice({ index, user, isChosen, onChoose }: RowProps) {
  if (!user) return null;
  return (
    <label className="relative z-1 grid size-9 place-items-center max-desk:size-11">
      <input
        type="checkbox"
        aria-label={`Select ${user.name}`}
        checked={isChosen}
        onClick={(event: MouseEvent) => onChoose(index, event.shiftKey)}
        onChange={() => undefined}
        className="size-4 accent-ink"
      />
    </label>
  );
}

export function DeskRow(props: RowProps) {
  const { index, user } = props;
  return (
    <tr
      aria-rowindex={index + 2}
      className={`relative text-13 text-ink-2 *:h-10 *:truncate *:border-line *:border-b *:px-3 *:py-0 ${rowLook(props)}`}
    >
      <td className="px-1.5!">
        <Choice {...props} />
      </td>
      <td>
        <NameLink user={user} />
      </td>
      <td>{user?.email}</td>
      <td className="tabular-nums">{user?.phone_number}</td>
      <td>{user && ROLE_WORDS[user.type]}</td>
      <td className="pr-5! text-right tabular-nums">{user && formatDate(user.created_at)}</td>
    </tr>
  );
}

export function PhoneRow(props: RowProps) {
  const { index, user } = props;
  return (
    <tr
      aria-rowindex={index + 2}
      className={`relative text-13 *:border-line *:border-b *:py-0 ${rowLook(props)}`}
    >
      <td className="pl-1.5">
        <Choice {...props} />
      </td>
      <td colSpan={COLUMNS - 1} className="h-[72px] pr-4 pl-1">
        <span className="grid min-w-0 gap-0.5 *:truncate">
          <span className="text-15">
            <NameLink user={user} />
          </span>
          <span className="text-ink-2">
            {user?.email}
            {user && user.type !== 'authenticated' && `, ${ROLE_WORDS[user.type]}`}
          </span>
        </span>
      </td>
    </tr>
  );
}
