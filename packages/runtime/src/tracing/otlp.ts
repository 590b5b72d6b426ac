import { stepId } from './trace-ids.ts'

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** One step of a trace. */
export interface Step {
  traceId: string
  /** Its name, unique in a trace. */
  step: string
  /** The name of the previous step; undefined for the first. */
  after?: string
  /** Milliseconds since 1970. */
  startedAt: number
  endedAt: number
  attributes: Attributes
  isFailed?: boolean
}

const SERVER = 2
const INTERNAL = 1
const ERROR = 2
const NANOSECONDS = 1_000_000n

/** The body of an OTLP request in JSON, for the /v1/traces endpoint of a collector. */
export function toOtlp(service: string, steps: readonly Step[]): unknown {
  return {
    resourceSpans: [
      {
        resource: {
          attributes: attributesOf({ 'service.name': `watchpost-${service}`, 'service.namespace': 'watchpost' }),
        },
        scopeSpans: [{ scope: { name: 'watchpost' }, spans: steps.map(spanOf) }],
      },
    ],
  }
}

function spanOf({ traceId, step, after, startedAt, endedAt, attributes, isFailed }: Step) {
  return {
    traceId,
    spanId: stepId(traceId, step),
    ...(after !== undefined && { parentSpanId: stepId(traceId, after) }),
    name: step,
    kind: after === undefined ? SERVER : INTERNAL,
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(Math.max(startedAt, endedAt)),
    attributes: attributesOf(attributes),
    ...(isFailed && { status: { code: ERROR } }),
  }
}

function nanoseconds(milliseconds: number): string {
  return String(BigInt(Math.round(milliseconds)) * NANOSECONDS)
}

function attributesOf(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }))
}

function valueOf(value: string | number | boolean) {
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'string') return { stringValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
