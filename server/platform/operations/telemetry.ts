import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Tracer } from './otel-telemetry.ts';

/** Undefined unless an operator named a collector, so that nothing is loaded, measured or kept otherwise. */
let tracer: Tracer | undefined;

export type Telemetry = { stop(): Promise<void> };

type TelemetryOptions = { endpoint: string | undefined; version: string; role: string };

/** Starts before the database connects, because connections only report their statements if somebody listens. */
export async function startTelemetry({ endpoint, ...about }: TelemetryOptions): Promise<Telemetry> {
  if (!endpoint) return { stop: async () => undefined };
  const { createTracer } = await import('./otel-telemetry.ts');
  const started = createTracer(endpoint, about);
  tracer = started;
  return {
    async stop() {
      if (tracer === started) tracer = undefined;
      await started.stop();
    },
  };
}

export function isTraced(): boolean {
  return tracer !== undefined;
}

/** Answers a request within a span that continues the trace of the caller. */
export function traceRequest(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
  if (tracer) tracer.traceRequest(request, response, answer);
  else answer();
}

/** The route is known later than the request; addresses are not recorded, because some hold secrets. */
export function nameRoute(request: IncomingMessage, route: string, requestId?: string): void {
  tracer?.nameRoute(request, route, requestId);
}

export function traceJob<T>(job: string, work: () => Promise<T>): Promise<T> {
  return tracer ? tracer.traceJob(job, work) : work();
}

/** Records a statement that has just ended. Its parameters are not recorded. */
export function recordQuery(query: { sql: string; milliseconds: number; error?: unknown }): void {
  tracer?.recordQuery(query);
}
