/** Traces for OpenTelemetry. The SDK is loaded only when an address for them is configured; otherwise work runs without a span. */
import type { IncomingHttpHeaders } from 'node:http';
import type { AttributeValue, Span } from '@opentelemetry/api';
import { z } from 'zod';
import type { Log } from './log.ts';

const Url = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL, for example http://localhost:4318' });

/** Standard variables of OpenTelemetry that decide whether it is used. The SDK reads these and all others itself. */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Url.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Url.optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
};

/** Whether traces are sent. */
export function readTracingSettings(env: { [Name in keyof typeof tracingSettings]?: string | undefined }): boolean {
  const isConfigured = env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined;
  return isConfigured && env.OTEL_SDK_DISABLED?.toLowerCase() !== 'true';
}

type Attributes = Record<string, AttributeValue | undefined>;

type SpanOptions = {
  /** `server`: a request to this process; `client`: to another one; `consumer`: a job. */
  kind?: 'internal' | 'server' | 'client' | 'consumer';
  attributes?: Attributes;
  /** Headers with the context of the caller's trace (W3C Trace Context). Only of trusted callers, who decide what is recorded. */
  caller?: IncomingHttpHeaders | undefined;
  /** Only within another span: else the work is not traced. */
  isPart?: boolean;
};

export type OpenSpan = {
  /** Runs work within the span. */
  run<Result>(work: () => Result): Result;
  /** `error`: what failed; only its kind is recorded, as messages may contain personal data. */
  end(result?: { name?: string | undefined; attributes?: Attributes; error?: unknown }): void;
};

let open: ((name: string, options: SpanOptions) => OpenSpan | undefined) | undefined;

export function isTracing(): boolean {
  return open !== undefined;
}

/** Starts a span, to be ended by the caller. Undefined when nothing is traced. */
export function startSpan(name: string, options: SpanOptions = {}): OpenSpan | undefined {
  return open?.(name, options);
}

/** Runs work within a span. */
export async function inSpan<Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result> {
  const span = startSpan(name, options);
  if (span === undefined) return work();
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
}

const WARNING_PAUSE_MS = 60_000;

/** Loads the SDK and starts to send traces. Returns a function that sends what is left and stops. */
export async function startTracing(log: Pick<Log, 'warn'>, version: string): Promise<() => Promise<void>> {
  const [api, { W3CTraceContextPropagator }, sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
    ]);
  const { context, diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  let warned = Number.NEGATIVE_INFINITY;
  const warn = (reason: string) => {
    if (performance.now() - warned < WARNING_PAUSE_MS) return;
    warned = performance.now();
    log.warn({ event: 'tracing_failed', reason: reason.slice(0, 300) }, 'Traces could not be sent');
  };
  const ignore = () => {};
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, { suppressOverrideMessage: true });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

  const own = resources.resourceFromAttributes({ 'service.name': 'talewood', 'service.version': version });
  const resource = resources
    .defaultResource()
    .merge(own)
    .merge(resources.detectResources({ detectors: [resources.envDetector] }));
  const provider = new sdk.BasicTracerProvider({ resource, spanProcessors: [new sdk.BatchSpanProcessor(new OTLPTraceExporter())] });
  const propagator = new W3CTraceContextPropagator();
  const tracer = provider.getTracer('talewood', version);
  const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

  open = (name, { kind = 'internal', attributes, caller, isPart = false }) => {
    const parent = caller === undefined ? context.active() : propagator.extract(ROOT_CONTEXT, caller, api.defaultTextMapGetter);
    if (isPart && trace.getSpan(parent) === undefined) return undefined;
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes: attributes ?? {} }, parent);
    return {
      run: (work) => context.with(trace.setSpan(parent, span), work),
      end({ name: newName, attributes: more, error } = {}) {
        if (newName !== undefined) span.updateName(newName);
        if (more !== undefined) setAttributes(span, more);
        if (error !== undefined) {
          span.setAttribute('error.type', kindOf(error));
          span.setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  };

  return async () => {
    open = undefined;
    await provider.shutdown().catch((error: unknown) => warn(kindOf(error)));
    context.disable();
    diag.disable();
  };
}

function setAttributes(span: Span, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) span.setAttribute(name, value);
}

/** SQLSTATE, system error, status or class. */
function kindOf(error: unknown): string {
  if (typeof error === 'string' || typeof error === 'number') return String(error);
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : error instanceof Error ? error.name : typeof error;
}
