import { callbackify } from 'node:util'
import {
  type CallbackWithPromise,
  Consumer,
  type ConsumerOptions,
  type FetchOptions,
  type GroupOptions,
  type ListOffsetsOptions,
  type Offsets,
  ProtocolError,
} from '@platformatic/kafka'
import { clientOptions, type LogConfig } from '../log-config.ts'
import { LogReplaced } from '../log-replaced.ts'
import type { HeldRecords } from './stream-valve.ts'
import { untilLogAnswers } from './until-log-answers.ts'
import { carryWholeBatches, type WholeBatch, wholeBatchDeserializers } from './whole-batches.ts'

type EventOptions = ConsumerOptions<Buffer, WholeBatch, Buffer, Buffer>
type EventFetch = FetchOptions<Buffer, WholeBatch, Buffer, Buffer>
type FetchResponse = Awaited<ReturnType<Consumer['fetch']>>

/**
 * A consumer that changes the following behaviour of the client, also for its streams.
 * Only the heartbeat rejoins the group. The client also rejoins when a commit is rejected for its generation. Then each
 * of the two invalidates the other's generation, and we have seen them chase each other for minutes while nothing was
 * read. A rejected commit only costs reading a batch again.
 * Offsets are requested from the current leaders. The client keeps asking the leader it first knew until its retries
 * run out, and ours never do: a member that joined while a broker was lost waited for that broker forever.
 * Records are fetched from one topic only, by its id. The client follows the name: in a recreated topic it would
 * continue at the old offset and skip the records before it.
 * A message of a stream is a whole batch of the log. Everything else about fetching, positions and rebalances remains
 * the client's.
 */
class EventConsumer extends Consumer<Buffer, WholeBatch> {
  /** Records that were fetched for its only stream; the reader of the stream subtracts them. */
  readonly held: HeldRecords = { count: 0 }
  readonly #offsets: Consumer<Buffer, WholeBatch>

  readonly #topicId: string | undefined

  constructor(options: EventOptions, topicId: string | undefined) {
    super(options)
    this.#topicId = topicId
    // Without retries, it looks up the leaders again after each failure.
    this.#offsets = new Consumer({ ...options, retries: 0 })
    this.once('client:close', () => void this.#offsets.close())
  }

  override joinGroup(options: GroupOptions, callback: CallbackWithPromise<string>): void
  override joinGroup(options?: GroupOptions): Promise<string>
  override joinGroup(options: GroupOptions = {}, callback?: CallbackWithPromise<string>): void | Promise<string> {
    if (!callback) return super.joinGroup(options)
    // Without an id the member is new or was expelled: there is no heartbeat that could rejoin.
    if (this.memberId === null) return super.joinGroup(options, callback)
    callback(new ProtocolError('ILLEGAL_GENERATION'))
  }

  override fetch(options: EventFetch, callback: CallbackWithPromise<FetchResponse>): void
  override fetch(options: EventFetch): Promise<FetchResponse>
  override fetch(options: EventFetch, callback?: CallbackWithPromise<FetchResponse>): void | Promise<FetchResponse> {
    const other = options.topics.find(({ topicId }) => this.#topicId !== undefined && topicId !== this.#topicId)
    if (other) {
      const error = new LogReplaced(`the topic has the id ${other.topicId}, and had ${this.#topicId}`)
      if (!callback) return Promise.reject(error)
      callback(error)
      return undefined
    }
    const carry = (response: FetchResponse) => {
      this.held.count += carryWholeBatches(response, options.topics)
      return response
    }
    if (!callback) return super.fetch(options).then(carry)
    super.fetch(options, (error, response) => callback(error, response && carry(response)))
  }

  override listOffsets(options: ListOffsetsOptions, callback: CallbackWithPromise<Offsets>): void
  override listOffsets(options: ListOffsetsOptions): Promise<Offsets>
  override listOffsets(options: ListOffsetsOptions, callback?: CallbackWithPromise<Offsets>): void | Promise<Offsets> {
    // A stream passes the topics it reads; the other client reads none and needs them explicitly.
    const asked = { ...options, topics: options.topics?.length ? options.topics : this.topics.current }
    const answer = untilLogAnswers(
      () => this.#offsets.listOffsets(asked),
      () => this.closed,
    )
    if (!callback) return answer
    callbackify(() => answer)(callback)
  }
}

/** A consumer of events in a group. With a topic id, it reads only that topic. */
export function createEventConsumer(config: LogConfig, clientId: string, group: string, topicId?: string) {
  const options: EventOptions = {
    ...clientOptions(config, clientId),
    groupId: `${config.prefix}${group}`,
    deserializers: wholeBatchDeserializers,
    // Wait out an outage of the log: nothing is lost during it.
    retries: true,
    retryDelay: 500,
    sessionTimeout: 15_000,
    rebalanceTimeout: 30_000,
    heartbeatInterval: 2_000,
  }
  return new EventConsumer(options, topicId)
}

/** Compressed. The unpacked data is held in memory, several times as much for each broker. */
export const fetchBytes = { maxBytes: 256 * 1024, maxBytesPerPartition: 64 * 1024 }
