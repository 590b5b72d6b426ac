import { callbackify } from 'node:util'
import {
  type CallbackWithPromise,
  Consumer,
  type ConsumerOptions,
  type GroupOptions,
  type ListOffsetsOptions,
  type Offsets,
  ProtocolError,
} from '@platformatic/kafka'
import { clientOptions, type LogConfig } from '../log-config.ts'
import { recordDeserializers } from '../record-format.ts'
import { untilLogAnswers } from './until-log-answers.ts'

type EventOptions = ConsumerOptions<string, Buffer, string, string>

/**
 * A consumer that changes two things of the client, which its streams use too.
 *
 * Commits leave it to the heartbeat to join again. Of itself the client joins when a commit is refused for its
 * generation, and when a heartbeat is: each makes the other's generation old, and the two have been seen to chase each
 * other for minutes while nothing was read. A refused commit costs no more than reading a batch again.
 *
 * Offsets are asked of the leaders that the brokers name now. The client keeps asking the leader it first knew until
 * its retries run out, and ours never do: a member that joined while a broker was lost waited for that broker forever.
 */
class EventConsumer extends Consumer<string, Buffer, string, string> {
  readonly #offsets: Consumer<string, Buffer, string, string>

  constructor(options: EventOptions) {
    super(options)
    // Without retries it asks for the leaders again after each failure.
    this.#offsets = new Consumer({ ...options, retries: 0 })
    this.once('client:close', () => void this.#offsets.close())
  }

  override joinGroup(options: GroupOptions, callback: CallbackWithPromise<string>): void
  override joinGroup(options?: GroupOptions): Promise<string>
  override joinGroup(options: GroupOptions = {}, callback?: CallbackWithPromise<string>): void | Promise<string> {
    if (!callback) return super.joinGroup(options)
    // Without an id it is new, or was expelled: then there is no heartbeat that could join.
    if (this.memberId === null) return super.joinGroup(options, callback)
    callback(new ProtocolError('ILLEGAL_GENERATION'))
  }

  override listOffsets(options: ListOffsetsOptions, callback: CallbackWithPromise<Offsets>): void
  override listOffsets(options: ListOffsetsOptions): Promise<Offsets>
  override listOffsets(options: ListOffsetsOptions, callback?: CallbackWithPromise<Offsets>): void | Promise<Offsets> {
    // A stream asks for the topics it reads; the other client reads none and must be told.
    const asked = { ...options, topics: options.topics?.length ? options.topics : this.topics.current }
    const answer = untilLogAnswers(
      () => this.#offsets.listOffsets(asked),
      () => this.closed,
    )
    if (!callback) return answer
    callbackify(() => answer)(callback)
  }
}

/** A consumer of events as one of a group. */
export function createEventConsumer(config: LogConfig, clientId: string, group: string) {
  return new EventConsumer({
    ...clientOptions(config, clientId),
    groupId: `${config.prefix}${group}`,
    deserializers: recordDeserializers,
    // An outage of the log is waited out: there is nothing better to do, and nothing is lost meanwhile.
    retries: true,
    retryDelay: 500,
    sessionTimeout: 15_000,
    rebalanceTimeout: 30_000,
    heartbeatInterval: 2_000,
  })
}

/** Compressed; what it unpacks to is held in memory, several times as much for each broker. */
export const fetchBytes = { maxBytes: 256 * 1024, maxBytesPerPartition: 64 * 1024 }
