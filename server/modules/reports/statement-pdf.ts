// A frozen statement as a PDF file: what its page shows.
import { Readable } from 'node:stream';
import type { StatementLine } from '#contract/endpoints/statements.ts';
import { NO_CREDIT } from '#contract/lists/roster.ts';
import { formatCents, sumCents } from '#contract/rules/money.ts';
import {
  openPdfFonts,
  PAGE,
  type PdfFonts,
  type PdfPage,
  type PdfText,
} from '#server/platform/drawing/pdf.ts';
import type { StreamedFile } from '#server/platform/http/handle.ts';
import { formatMonth, type IssuedStatement } from './statement-months.ts';

const MARGIN = 54;
const RIGHT = PAGE.width - MARGIN;
const COLUMN = 62;
const SIZE = 10.5;
const LINE = 14;
const GAP = 6;

type Cell = Pick<PdfText, 'text' | 'isBold' | 'isGray'>;
type Row = { event: PdfText[]; figures: Cell[] };
export async function writeStatementPdf(statement: IssuedStatement): Promise<StreamedFile> {
  const fonts = await openPdfFonts();
  const { number, name, month } = statement;
  const title = `Statement ${number}, ${formatMonth(month)}: ${name ?? NO_CREDIT}`;
  return {
    fileName: `statement-${number}-${month}.pdf`,
    type: 'application/pdf',
    content: Readable.from([fonts.write(title, layOut(fonts, statement))]),
  };
}

function layOut(fonts: PdfFonts, statement: IssuedStatement): PdfPage[] {
  const { number, name, month, siteName, lines } = statement;
  const hasFees = lines.some(({ fees }) => fees !== 0);
  const heads = ['Rate', 'Sales', 'Refunds', ...(hasFees ? ['Card fees'] : []), 'Earned'];
  const columns = heads.map((_, position) => RIGHT - COLUMN * (heads.length - 1 - position));
  const width = RIGHT - COLUMN * heads.length - MARGIN;
  const figuresOf = ({ revenue, refunds, fees, earned }: Figures): Cell[] => [
    ...[revenue, refunds, ...(hasFees ? [fees] : [])].map((cents) => ({ text: formatCents(cents) })),
    { text: formatCents(earned), isBold: true },
  ];
  const pages: PdfPage[] = [];
  let page: PdfPage = { texts: [], lines: [] };
  let y = 0;
  const put = (text: Omit<PdfText, 'x' | 'y'>, x = MARGIN) => page.texts.push({ ...text, x, y });
  const putRow = ({ event, figures }: Row) => {
    for (const [position, cell] of figures.entries()) {
      const text = { ...cell, size: SIZE };
      put(text, (columns[position] ?? RIGHT) - fonts.widthOf(text));
    }
    for (const text of event) {
      page.texts.push({ ...text, y });
      y -= LINE;
    }
    y -= GAP;
    page.lines.push({ y: y + LINE - 1, from: MARGIN, to: RIGHT });
  };
  const begin = () => {
    page = { texts: [], lines: [] };
    pages.push(page);
    y = PAGE.height - MARGIN;
  };
  const head = (): Row => ({
    event: [{ text: 'Event', size: SIZE, isGray: true, x: MARGIN, y }],
    figures: heads.map((text) => ({ text, isGray: true })),
  });
  begin();
  if (siteName !== null) put({ text: siteName, size: SIZE, isGray: true });
  y -= 26;
  for (const { text } of wrap(fonts, { text: name ?? NO_CREDIT, size: 20, isBold: true }, RIGHT - MARGIN)) {
    put({ text, size: 20, isBold: true });
    y -= 24;
  }
  put({ text: `Statement ${number}, ${formatMonth(month)}`, size: 13 });
  y -= 20;
  const earned = formatCents(sumCents(lines.map((line) => line.earned)));
  const sentence = `${earned} earned, each sale rounded to the cent and without sales tax.`;
  put({ text: sentence, size: SIZE, isGray: true });
  y -= 34;
  putRow(head());
  for (const line of lines) {
    const { event_name, event_date, sale_month, rate_basis_points } = line;
    const correction = sale_month === month ? '' : `, correction of ${formatMonth(sale_month)}`;
    const event = [
      ...wrap(fonts, { text: event_name, size: SIZE, isBold: true }, width),
      ...wrap(fonts, { text: `${formatDay(event_date)}${correction}`, size: SIZE, isGray: true }, width),
    ];
    if (y - event.length * LINE < 2 * MARGIN) {
      begin();
      putRow(head());
    }
    putRow({ event, figures: [{ text: `${rate_basis_points / 100}%` }, ...figuresOf(line)] });
  }
  putRow({
    event: wrap(fonts, { text: 'Total', size: SIZE, isBold: true }, width),
    figures: [{ text: '' }, ...figuresOf(sumOf(lines)).map((cell) => ({ ...cell, isBold: true }))],
  });
  for (const [position, { texts }] of pages.entries()) {
    const text = `Statement ${number}, page ${position + 1} of ${pages.length}`;
    texts.push({ text, size: 9, isGray: true, x: MARGIN, y: MARGIN - 18 });
  }
  return pages;
}

type Figures = Pick<StatementLine, 'revenue' | 'refunds' | 'fees' | 'earned'>;

const sumOf = (lines: readonly Figures[]): Figures => ({
  revenue: sumCents(lines.map(({ revenue }) => revenue)),
  refunds: sumCents(lines.map(({ refunds }) => refunds)),
  fees: sumCents(lines.map(({ fees }) => fees)),
  earned: sumCents(lines.map(({ earned }) => earned)),
});

/** Breaks between words, and within a word that is wider than the column. */
function wrap(fonts: PdfFonts, text: Omit<PdfText, 'x' | 'y'>, width: number): PdfText[] {
  const rows: string[] = [''];
  const fits = (row: string) => fonts.widthOf({ ...text, text: row }) <= width;
  for (const word of text.text.split(/\s+/)) {
    const longer = `${rows.at(-1)} ${word}`.trim();
    if (fits(longer)) rows[rows.length - 1] = longer;
    else {
      if (rows.at(-1) !== '') rows.push('');
      for (const character of word) {
        if (!fits(rows.at(-1) + character)) rows.push('');
        rows[rows.length - 1] += character;
      }
    }
  }
  return rows.map((row) => ({ ...text, text: row, x: MARGIN, y: 0 }));
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const formatDay = (day: string) => DAY.format(new Date(day));
