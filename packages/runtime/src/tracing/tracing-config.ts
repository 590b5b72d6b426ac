import { type Static, Type } from 'typebox'

/** Whether traces are sent, and for which share of events and requests. */
export const TracingConfig = Type.Object({
  endpoint: Type.Optional(
    Type.String({
      env: 'TRACING_ENDPOINT',
      pattern: '^https?://',
      description:
        'Collector of traces that takes OTLP over HTTP, for example http://127.0.0.1:4318; left out, nothing is traced.',
    }),
  ),
  eventsOneIn: Type.Integer({
    env: 'TRACING_EVENTS_ONE_IN',
    default: 10_000,
    minimum: 1,
    description: 'One of this many events of a stream is traced. All services trace the same one.',
  }),
  requestsOneIn: Type.Integer({
    env: 'TRACING_REQUESTS_ONE_IN',
    default: 100,
    minimum: 1,
    description: 'Of so many requests to the API one is traced.',
  }),
})
export type TracingConfig = Static<typeof TracingConfig>
