import { expect } from 'vitest';

type Mail = { subject: string; text: string; html: string; headers: unknown };

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", middot: '·' };

function decode(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#39|middot);/g, (_, name: string) => ENTITIES[name] ?? '');
}

/** The words that a person reads in the HTML part, with the alternative texts of pictures. */
export function wordsOf(html: string, { withPreview = false } = {}): string {
  const body = html.slice(html.indexOf('<body'));
  const shown = withPreview ? body : body.replace(/<div style="display:none[\s\S]*?<\/div>/, '');
  return decode(shown.replace(/<br>/g, ' ').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ');
}

/** Checks what every mail owes: both parts say the same, links are absolute, and it looks right in the dark. */
export function expectSoundMail({ subject, text, html }: Mail, siteUrl: string): void {
  const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url = '']) => decode(url));
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) {
    expect(link, `an absolute address in "${subject}"`).toMatch(/^https?:\/\/[^/]+/);
    expect(new URL(link).origin, `an address of the site in "${subject}"`).toBe(new URL(siteUrl).origin);
  }
  const pressed = [...html.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => decode(url));
  for (const link of pressed) expect(text, `the links of "${subject}" in its text`).toContain(link);
  const words = wordsOf(html);
  const sentences = text
    .slice(0, text.indexOf('\n-- \n'))
    .split('\n')
    .map((line) => line.replace(/:$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('http'));
  // An amount stands in its own column, without a colon.
  const plain = (line: string) => line.replace(/\s+/g, ' ').replaceAll(': ', ' ');
  for (const sentence of sentences) expect(plain(words)).toContain(plain(sentence));
  expect(html).not.toMatch(/<script|<b>|onerror=/i);
  expect(html.match(/<img /g)?.length ?? 0).toBe(html.match(/<img [^>]*alt="[^"]+"/g)?.length ?? 0);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('prefers-color-scheme:dark');
  // An element with its own light background needs a class that darkens it.
  for (const [, tag = ''] of html.matchAll(/<(?:body|table|td)([^>]*background:#[^>]*)>/g)) {
    expect(tag).toMatch(/class="[^"]*(page|sheet|picture|button)/);
  }
}

export function expectWayOut({ text, html, headers }: Mail): void {
  const action = /one-click\/([0-9a-f-]{36})>$/.exec(
    (headers as Record<string, string>)['List-Unsubscribe'] ?? '',
  )?.[1];
  expect(action).toBeTruthy();
  for (const part of [text, html]) expect(part).toContain(`/unsubscribe?action=${action}`);
}
