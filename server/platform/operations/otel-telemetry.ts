import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Context,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const NOTHING = /^0+$/;
const MAX_SQL = 2_000;
/** A collector that is away must not fill the memory; spans beyond this number are dropped. */
const MAX_WAITING = 4_096;

export type Tracer = ReturnType<typeof createTracer>;

/** Only telemetry.ts loads this file, and only if there is a collector. */
export function createTracer(endpoint: string, { version, role }: { version: string; role: string }) {
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'encore',
      'service.version': version,
      'service.instance.id': `${role}-${process.pid}`,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }),
        maxQueueSize: MAX_WAITING,
      }),
    ],
  });
  const spans = provider.getTracer('encore');
  const requests = new WeakMap<IncomingMessage, { span: Span; method: string }>();

  return {
    traceRequest(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
      const method = request.method ?? 'GET';
      const span = spans.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } },
        readCaller(request),
      );
      requests.set(request, { span, method });
      response.once('close', () => {
        const { statusCode, writableFinished } = response;
        span.setAttribute('http.response.status_code', statusCode);
        if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        if (!writableFinished) span.setAttribute('error.type', 'connection closed');
        span.end();
      });
      context.with(trace.setSpan(context.active(), span), answer);
    },
    nameRoute(request: IncomingMessage, route: string, requestId?: string): void {
      const known = requests.get(request);
      known?.span.updateName(`${known.method} ${route}`).setAttribute('http.route', route);
      if (requestId) known?.span.setAttribute('request.id', requestId);
    },
    async traceJob<T>(job: string, work: () => Promise<T>): Promise<T> {
      const span = spans.startSpan(
        `job ${job}`,
        { kind: SpanKind.CONSUMER, attributes: { 'messaging.destination.name': job } },
        ROOT_CONTEXT,
      );
      try {
        return await context.with(trace.setSpan(ROOT_CONTEXT, span), work);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: nameOf(error) });
        throw error;
      } finally {
        span.end();
      }
    },
    recordQuery({ sql, milliseconds, error }: { sql: string; milliseconds: number; error?: unknown }): void {
      // Statements outside of a request or job, such as those of probes, would be traces of one span each.
      if (!trace.getSpan(context.active())) return;
      const endTime = Date.now();
      const span = spans.startSpan(nameStatement(sql), {
        kind: SpanKind.CLIENT,
        startTime: endTime - milliseconds,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, MAX_SQL) },
      });
      if (error) span.setStatus({ code: SpanStatusCode.ERROR, message: nameOf(error) });
      span.end(endTime);
    },
    async stop(): Promise<void> {
      await provider.shutdown().catch(() => undefined);
      context.disable();
    },
  };
}

/** Names a statement by what it does and its first table, such as `select users`. */
function nameStatement(sql: string): string {
  const verb = /^\w+/.exec(sql)?.[0] ?? 'query';
  const table = /\b(?:from|into|update) "?(\w+)/.exec(sql)?.[1];
  return table ? `${verb} ${table}` : verb;
}

/** Messages of errors may quote data of customers, so only the kind of error is recorded. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'error';
}

/** Reads the W3C header. Without a valid one the request begins its own trace. */
function readCaller({ headers }: IncomingMessage): Context {
  const [, traceId = '', spanId = '', flags = '00'] = TRACEPARENT.exec(String(headers.traceparent)) ?? [];
  if (NOTHING.test(traceId) || NOTHING.test(spanId) || !traceId) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
