// Builds error reports for Sentry-compatible services. They name the place of the error and the account id, and never
// contain user input, email addresses or secrets.

export type ErrorFacts = {
  /** Must have 32 hexadecimal digits. */
  eventId: string;
  at: Date;
  error: unknown;
  platform: 'javascript' | 'node';
  release: string;
  userId?: number | undefined;
  tags?: Record<string, string | undefined>;
};

type Frame = { function?: string; filename: string; lineno: number; colno: number; in_app: boolean };

const MAX_MESSAGE = 500;
const MAX_FRAMES = 50;

/** Returns undefined if the text is not a valid DSN. */
export function envelopeAddress(dsn: string): string | undefined {
  const [, scheme, key, host, path = '', project] =
    /^(https?):\/\/(\w+)@([\w.:-]+)((?:\/[\w-]+)*)\/(\d+)$/.exec(dsn) ?? [];
  if (!scheme) return undefined;
  return `${scheme}://${host}${path}/api/${project}/envelope/?sentry_version=7&sentry_key=${key}`;
}

const SECRETS: [pattern: RegExp, instead: string][] = [
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '[email]'],
  [/\bBearer\s+\S+/gi, 'Bearer [token]'],
  [/(\/(?:cockpit|shared|pass|wall)\/)[\w-]+/g, '$1[token]'],
  [/([?#])[^\s"')]+/g, '$1[hidden]'],
  [/\+?\d[\d ()-]{8,}\d/g, '[number]'],
  [/(?=[\w.-]*\d)[\w-]{24,}(\.[\w-]+)*/g, '[token]'],
];

/** Removes query strings, tokens, email addresses and long numbers. */
export function hideSecrets(text: string): string {
  return SECRETS.reduce((hidden, [pattern, instead]) => hidden.replace(pattern, instead), text);
}

const V8_FRAME = /^\s*at (?:async )?(?:(.+?) \()?((?:\w+:\/\/|\/|node:)[^)]*?):(\d+):(\d+)\)?$/;
const OTHER_FRAME = /^(.*?)@(\w+:\/\/.*?):(\d+):(\d+)$/;

/** The format requires the oldest frame first. */
export function framesOf(stack: string): Frame[] {
  const frames = stack.split('\n').flatMap((line): Frame[] => {
    const [, name, file, row, column] = V8_FRAME.exec(line) ?? OTHER_FRAME.exec(line) ?? [];
    if (!file) return [];
    const filename = file.replace(/[?#].*$/, '');
    const isOurs = !/node_modules|^node:/.test(filename);
    return [
      {
        ...(name ? { function: name } : {}),
        filename,
        lineno: Number(row),
        colno: Number(column),
        in_app: isOurs,
      },
    ];
  });
  return frames.slice(0, MAX_FRAMES).reverse();
}

/** An envelope is three lines of JSON: its header, the item header and the event. */
export function writeEnvelope(facts: ErrorFacts): string {
  const error = facts.error instanceof Error ? facts.error : new Error(String(facts.error));
  const event = {
    event_id: facts.eventId,
    timestamp: facts.at.getTime() / 1000,
    platform: facts.platform,
    level: 'error',
    release: `encore@${facts.release}`,
    ...(facts.userId === undefined ? {} : { user: { id: String(facts.userId) } }),
    tags: facts.tags ?? {},
    exception: {
      values: [
        {
          type: error.name,
          value: hideSecrets(error.message).slice(0, MAX_MESSAGE),
          stacktrace: { frames: framesOf(error.stack ?? '') },
        },
      ],
    },
  };
  return [{ event_id: facts.eventId, sent_at: facts.at.toISOString() }, { type: 'event' }, event]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}
