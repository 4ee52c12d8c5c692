import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { useState } from 'react';
import type { Overview } from '#contract/endpoints/overview.ts';
import { TROUBLE_NAMES } from '#contract/lists/payouts.ts';
import { formatCents } from '#contract/rules/money.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { FailedState, Skeleton } from '#web/components/states.tsx';
import { countOf, formatAge, formatCount } from '#web/lib/formats.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { overviewQuery } from './totals.tsx';

const TONES = {
  bad: { icon: CircleAlert, look: 'text-bad' },
  warn: { icon: Clock, look: 'text-warn' },
} as const;

/** A long row of names would push everything else off the screen. */
const LINKS_AT_FIRST = 8;

function AttentionRow({ item }: { item: AttentionItem }) {
  const { icon: Icon, look } = TONES[item.tone];
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? item.links : item.links.slice(0, LINKS_AT_FIRST);
  const hiddenCount = item.links.length - shown.length;
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-3 border-line border-t py-4">
      <Icon size={22} strokeWidth={1.8} className={look} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <div>
          <h3 className="text-16 font-[650]">{item.title}</h3>
          <p className={`text-14 ${item.tone === 'bad' ? 'text-bad' : 'text-ink-2'}`}>{item.sentence}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          {shown.map((link) => (
            <Link
              key={`${link.label} ${link.to}`}
              to={link.to}
              search={link.search}
              className={`${buttonStyle('line', 'small')} max-w-full`}
            >
              <span className="min-w-0 truncate">{link.label}</span>
            </Link>
          ))}
          {hiddenCount > 0 && (
            <button
              type="button"
              onClick={() => setIsWhole(true)}
              className={buttonStyle('line', 'small')}
              aria-label={`Show ${hiddenCount} more: ${item.title}`}
            >
              and {hiddenCount} more
            </button>
          )}
        </div>
      </div>
    </li>
  );
}

function Attention() {
  const { data, error, refetch } = useQuery(overviewQuery);
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton label="Loading what needs attention" className="h-40" />;
  const items = attentionOf(data);
  if (items.length === 0) {
    return (
      <p className="flex items-center gap-2 text-15 font-semibold text-ok">
        <CircleCheck size={20} />
        All caught up
      </p>
    );
  }
  return (
    <ul>
      {items.map((item) => (
        <AttentionRow key={item.name} item={item} />
      ))}
    </ul>
  );
}

export function AttentionCard() {
  return (
    <SectionCard title="Needs attention">
      <Attention />
    </SectionCard>
  );
}

type AttentionLink = { label: string; to: string; search?: Record<string, string> };
type AttentionItem = {
  name: string;
  title: string;
  sentence: string;
  tone: 'bad' | 'warn';
  links: AttentionLink[];
};

/** The most urgent items come first. */
export function attentionOf(overview: Overview, now = Date.now()): AttentionItem[] {
  const items = [
    photoItem(overview.reported_photos, now),
    paymentItem(overview.payments, now),
    booksItem(overview.books_differ),
    refundItem(overview.refund_requests, now),
    cardItem(overview.card_testing),
    zipItem(overview.zips),
    chatItem(overview.chats, now),
    doubtItem(overview.unsorted_by_event),
  ].filter((item) => item !== undefined);
  return items.sort((a, b) => Number(b.tone === 'bad') - Number(a.tone === 'bad'));
}

function photoItem(photos: Overview['reported_photos'], now: number): AttentionItem | undefined {
  if (!photos?.waiting) return undefined;
  const { waiting, overdue, decide_by } = photos;
  return {
    name: 'photos',
    title: `${countOf(waiting, 'reported photo')} to review`,
    sentence:
      overdue > 0
        ? `${overdue === waiting ? 'All' : overdue} past the 48-hour limit.`
        : `The first is due ${decide_by ? formatAge(decide_by, now) : 'soon'}.`,
    tone: overdue > 0 ? 'bad' : 'warn',
    links: [{ label: 'Review', to: paths.adminReportPhotoReview }],
  };
}

function cardItem(testing: Overview['card_testing']): AttentionItem | undefined {
  if (!testing?.accounts) return undefined;
  const { accounts, cases } = testing;
  return {
    name: 'cards',
    title: `${countOf(accounts, 'account')} with many declined cards`,
    sentence: 'We’re not charging their cards for now. Check whether someone is testing stolen cards.',
    tone: 'warn',
    links: cases.map(({ customer, customer_name, declined }) => ({
      label: `${customer_name}, ${countOf(declined, 'decline')}`,
      to: paths.adminUser(customer),
    })),
  };
}

function paymentItem(payments: Overview['payments'], now: number): AttentionItem | undefined {
  if (!payments) return undefined;
  const { stuck_payments, stuck_refunds, open_disputes, ledger_differs, cases } = payments;
  const { returned_refunds, refused_refunds, unbooked } = payments;
  const { waiting, due_by } = payments.evidence_due;
  const parts = [
    ledger_differs && 'our books don’t match the card provider',
    returned_refunds > 0 && `${countOf(returned_refunds, 'refund')} returned by the bank and owed`,
    refused_refunds > 0 && `${countOf(refused_refunds, 'refund')} refused by the card provider and owed`,
    unbooked > 0 && `${countOf(unbooked, 'transaction')} at the card provider missing from our books`,
    stuck_payments > 0 && `${countOf(stuck_payments, 'payment')} unfinished`,
    stuck_refunds > 0 && `${countOf(stuck_refunds, 'refund')} delayed`,
    open_disputes > 0 && `${countOf(open_disputes, 'open dispute')}`,
    waiting > 0 &&
      `evidence needed for ${waiting}${due_by ? `, the first due ${formatAge(due_by, now)}` : ''}`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return undefined;
  const sentence = parts.join(', ');
  return {
    name: 'payments',
    title: 'Payments',
    sentence: `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`,
    tone: 'bad',
    links: [
      ...cases.map((one) => ({
        label: `${TROUBLE_NAMES[one.trouble]} of ${formatCents(one.amount)}, ${one.customer_name}, ${formatAge(one.since, now)}`,
        to: paths.adminUser(one.customer),
        search: { order_q: String(one.order) },
      })),
      ...linkToRest(
        stuck_payments + stuck_refunds + open_disputes + returned_refunds + refused_refunds + unbooked,
        cases.length,
      ),
    ],
  };
}

function booksItem(differ: Overview['books_differ']): AttentionItem | undefined {
  if (!differ) return undefined;
  return {
    name: 'books',
    title: 'The books don’t add up',
    sentence: 'The nightly check found a difference. Don’t export the journal until it is settled.',
    tone: 'bad',
    links: [{ label: 'Open the books', to: paths.adminBooks }],
  };
}

/** Only the oldest cases are named here. */
function linkToRest(all: number, named: number, search?: Record<string, string>): AttentionLink[] {
  if (all <= named) return [];
  return [{ label: `See all ${all}`, to: paths.adminPaymentCases, ...(search && { search }) }];
}

function refundItem(requests: Overview['refund_requests'], now: number): AttentionItem | undefined {
  if (!requests?.waiting) return undefined;
  return {
    name: 'refunds',
    title: `${countOf(requests.waiting, 'refund')} to approve`,
    sentence: 'Large refunds need a second person’s approval.',
    tone: 'warn',
    links: [
      ...requests.cases.map((one) => ({
        label: `${formatCents(one.amount)}, ${one.customer_name}, ${formatAge(one.since, now)}`,
        to: paths.adminUser(one.customer),
        search: { order_q: String(one.order) },
      })),
      ...linkToRest(requests.waiting, requests.cases.length, { trouble: 'refund_request' }),
    ],
  };
}

function zipItem(zips: Overview['zips']): AttentionItem | undefined {
  if (!zips?.failed) return undefined;
  return {
    name: 'zips',
    title: `${countOf(zips.failed, 'album')} cannot be downloaded`,
    sentence: 'A file is missing or unreadable, and buyers are waiting.',
    tone: 'bad',
    links: zips.albums.map((album) => ({
      label: album.name,
      to: paths.adminEvent(album.event),
      search: { album: String(album.album) },
    })),
  };
}

function chatItem(chats: Overview['chats'], now: number): AttentionItem | undefined {
  if (!chats?.waiting) return undefined;
  return {
    name: 'chats',
    title: `${countOf(chats.waiting, 'conversation')} waiting for an answer`,
    sentence: chats.since ? `The oldest is from ${formatAge(chats.since, now)}.` : '',
    tone: 'warn',
    links: [{ label: 'Answer', to: paths.adminSupport }],
  };
}

function doubtItem(frames: Overview['unsorted_by_event']): AttentionItem | undefined {
  if (!frames?.waiting) return undefined;
  return {
    name: 'unsorted',
    title: `${countOf(frames.waiting, 'photo')} without an album`,
    sentence: 'Their capture time matches no performance, or more than one.',
    tone: 'warn',
    links: frames.events.map((event) => ({
      label: `${event.name} (${formatCount(event.waiting)})`,
      to: paths.adminEvent(event.event, 'unsorted'),
    })),
  };
}
