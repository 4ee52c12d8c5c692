import { isIP } from 'node:net';
import { type EvidenceFields, fitEvidence } from '#contract/rules/dispute-evidence.ts';
import { formatCents } from '#contract/rules/money.ts';
import type { Tx } from '#server/context.ts';
import { findAddressee, getAccessRecord } from '#server/modules/accounts/find-people.ts';
import { findSoldAlbums, type SoldAlbum } from '#server/modules/catalogue/sold-albums.ts';
import { listViewsOf } from '#server/modules/found-albums/held-album.ts';
import { getOrderRow, type OrderRow } from '#server/modules/orders/orders.ts';
import type { AttemptRow } from '#server/modules/orders/payment-attempts.ts';
import { findNetworkOf } from '#server/modules/payments/card-attempts.ts';
import { eventNameOf } from '#server/modules/payments/execute.ts';
import { readTerms } from '#server/modules/settings/legal-texts.ts';
import { mailMessages } from '#server/modules/settings/mail-messages.ts';
import { statementSuffix } from '#server/platform/payments/statement-suffix.ts';
import { listEntitlementsOfBuyer } from './disputes.queries.ts';
import { receiptContent } from './receipt-content.ts';
import { composeReceipt } from './receipts.ts';

type Reader = Pick<Tx, 'db' | 'log' | 'config'>;
type Entitlements = Awaited<ReturnType<typeof listEntitlementsOfBuyer>>;
type Entry = { at: string; words: string };

/** Collects the facts about a payment; the note of staff comes first. */
export async function composeEvidence(
  tx: Reader,
  attempt: AttemptRow,
  note: string,
): Promise<EvidenceFields> {
  const { db } = tx;
  const buyer = await findAddressee(db, attempt.userId);
  const network = await findNetworkOf(db, attempt.id);
  const entitlements = await listEntitlementsOfBuyer(db, attempt.orderId, attempt.userId);
  const albumIds = entitlements.map(({ albumId }) => albumId);
  const albums = await findSoldAlbums(db, albumIds);
  const order = await getOrderRow(db, attempt.orderId);
  const receipt = await receiptText(tx, attempt, order);
  const paidAt = attempt.settledAt ?? attempt.createdAt;
  return fitEvidence({
    customer_name: buyer?.name ?? '',
    customer_email_address: buyer?.email ?? '',
    customer_purchase_ip: network && isIP(network) ? network : '',
    service_date: momentOf(entitlements[0]?.createdAt ?? paidAt).slice(0, 10),
    product_description: await describeProduct(tx, order, { entitlements, albums }),
    access_activity_log: await describeActivity(tx, attempt, { entitlements, albums, network }),
    refund_policy_disclosure: await describeTerms(tx, attempt),
    uncategorized_text: [note, receipt].filter(Boolean).join('\n\n'),
  });
}

async function receiptText(tx: Reader, attempt: AttemptRow, order: OrderRow): Promise<string> {
  const receipt = await composeReceipt(tx, { userId: attempt.userId, order });
  if (!receipt) return '';
  // The bank reads English.
  const { title, totals } = receiptContent(receipt, '', await mailMessages(tx, 'en'));
  const rows = totals?.rows ?? [];
  return [
    `${title}, order no. ${receipt.number}, paid on ${momentOf(receipt.paid_at)}`,
    ...rows.map(({ name, detail, amount }) => `${[name, detail].filter(Boolean).join(', ')}: ${amount}`),
  ].join('\n');
}

async function describeProduct(
  tx: Reader,
  { id: orderId, isGift }: OrderRow,
  { entitlements, albums }: { entitlements: Entitlements; albums: ReadonlyMap<number, SoldAlbum> },
): Promise<string> {
  const { siteName } = await mailMessages(tx, 'en');
  const suffix = statementSuffix(
    await eventNameOf(tx.db, orderId),
    tx.config.payments.descriptorPrefixLength,
  );
  const downloads = isGift ? 'gave them to somebody else, who could' : 'could';
  return [
    `Digital photos of performances, sold by ${siteName} for download. The buyer could view them with a watermark before paying, and ${downloads} download them as soon as the payment succeeded.`,
    ...entitlements.map((one) => `- ${nameOf(one, albums)}`),
    ...(suffix ? [`The statement of the card names "${suffix}" after our own name.`] : []),
  ].join('\n');
}

async function describeActivity(
  { db }: Reader,
  attempt: AttemptRow,
  {
    entitlements,
    albums,
    network,
  }: { entitlements: Entitlements; albums: ReadonlyMap<number, SoldAlbum>; network: string | undefined },
): Promise<string> {
  const { agreements, logIns } = await getAccessRecord(db, attempt.userId);
  const albumIds = entitlements.map(({ albumId }) => albumId);
  const views = await listViewsOf(db, attempt.userId, albumIds);
  const entries: Entry[] = [
    ...agreements.map(({ agreedAt, version }) => ({
      at: agreedAt,
      words: `Agreed to version ${version} of the terms`,
    })),
    ...logIns.map(({ createdAt, ip, userAgent }) => ({
      at: createdAt,
      words: `Logged in from ${ip} with ${userAgent.slice(0, 120)}`,
    })),
    ...views.map((view) => ({
      at: view.createdAt,
      words: `Viewed the photos of ${titleOf(view.albumId, albums)}`,
    })),
    {
      at: attempt.settledAt ?? attempt.createdAt,
      words: `Paid ${formatCents(attempt.amountCents)}${network ? ` from ${network}` : ''}`,
    },
    ...entitlements.flatMap((one) =>
      one.takenAt === null ? [] : [{ at: one.takenAt, words: takenMessage(one, albums) }],
    ),
  ];
  // The newest come first, because the end is cut if there is too much.
  return entries
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .map(({ at, words }) => `${momentOf(at)}: ${words}`)
    .join('\n');
}

function takenMessage(one: Entitlements[number], albums: ReadonlyMap<number, SoldAlbum>): string {
  const times = one.downloadsUsed > 0 ? `; whole downloads until now: ${one.downloadsUsed}` : '';
  return `First download of ${nameOf(one, albums)}${times}`;
}

/** The buyer could not pay without agreeing to the terms that were newest then. */
async function describeTerms(tx: Reader, attempt: AttemptRow): Promise<string> {
  const { agreements } = await getAccessRecord(tx.db, attempt.userId);
  const agreed = agreements.findLast(({ agreedAt }) => Date.parse(agreedAt) <= Date.parse(attempt.createdAt));
  if (!agreed) return '';
  const terms = await readTerms(tx, agreed.version);
  return `The buyer agreed to these terms (version ${agreed.version}) on ${momentOf(agreed.agreedAt)}, before this payment. Our rules for swaps and refunds are part of them.\n\n${terms}`;
}

const titleOf = (albumId: number, albums: ReadonlyMap<number, SoldAlbum>) => {
  const album = albums.get(albumId);
  return album ? `${album.title}, ${album.eventTitle}` : `album ${albumId}`;
};

const nameOf = ({ albumId, imageId }: Entitlements[number], albums: ReadonlyMap<number, SoldAlbum>) =>
  imageId === null
    ? `the album ${titleOf(albumId, albums)}`
    : `photo ${imageId} of ${titleOf(albumId, albums)}`;

const momentOf = (timestamp: string) =>
  `${new Date(timestamp).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
