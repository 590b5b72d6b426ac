import type { CostEstimate, SearchParameters } from '@watchpost/contract'
import { fillPath, queryText } from './address.ts'
import { type Answer, readAnswer } from './answer.ts'
import type { Input, OperationName, Output } from './operation.ts'
import { operations } from './operations.ts'
import type { SearchAnswer, SearchBody } from './search.ts'

export interface ClientOptions {
  /** The URL of the appliance, for example `https://watchpost.example.org:8443`. Not needed in its own pages. */
  baseUrl?: string
  /** A login token, or an API key. A signed-in browser needs none: it has a cookie. */
  token?: string | (() => string | undefined)
  /** Replaces the global fetch, for example for another agent or in a test. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

export interface CallOptions {
  /** Ends the call when it aborts. */
  signal?: AbortSignal
}

/** A call of an operation. The input may be omitted if all of it is optional. */
type Call<Given, Body> = object extends Given
  ? (input?: Given & CallOptions) => Promise<Answer<Body>>
  : (input: Given & CallOptions) => Promise<Answer<Body>>

type Calls = { [Name in Exclude<OperationName, 'search'>]: Call<Input<Name>, Output<Name>> }

export interface Client extends Calls {
  search: Call<{ query?: Pick<SearchParameters, 'index'>; body?: SearchBody }, SearchAnswer>
  /** Estimates the cost of a search without running it. */
  estimateSearch: Call<{ query?: Pick<SearchParameters, 'index'>; body?: SearchBody }, CostEstimate>
  /** The next page; undefined after the last one. */
  next<Body>(answer: Answer<Body>, options?: CallOptions): Promise<Answer<Body> | undefined>
  /** Iterates over the pages of a listing, starting with the given one. A listing in order of arrival never ends. */
  pages<Body>(first: Answer<Body> | Promise<Answer<Body>>, options?: CallOptions): AsyncGenerator<Answer<Body>, void>
}

interface AnyInput extends CallOptions {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, string | undefined>
  body?: unknown
}

type AnyCalls = Record<OperationName, (input?: AnyInput) => Promise<Answer<unknown>>>

const names = Object.keys(operations) as OperationName[]

/** A client of the API: one method per operation, named as in the API description. */
export function createClient({ baseUrl = '', token, fetch = globalFetch }: ClientOptions = {}): Client {
  const origin = baseUrl.replace(/\/+$/, '')

  async function send<Body>(
    method: string,
    address: string,
    { headers, body, signal }: AnyInput,
  ): Promise<Answer<Body>> {
    const key = typeof token === 'function' ? token() : token
    const init: RequestInit = {
      method,
      headers: {
        accept: 'application/json, application/problem+json, */*;q=0.1',
        // Another site cannot send this header; the API requires it with a cookie.
        'x-requested-with': 'watchpost-sdk',
        ...(key && { 'api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...given(headers),
      },
      credentials: 'same-origin',
      redirect: 'error',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }
    return readAnswer<Body>(await fetch(origin + address, init))
  }

  async function call(name: OperationName, input: AnyInput = {}): Promise<Answer<unknown>> {
    const { method, path } = operations[name]
    return send(method, fillPath(path, input.params) + queryText(input.query), input)
  }

  async function next<Body>(answer: Answer<Body>, options: CallOptions = {}): Promise<Answer<Body> | undefined> {
    return answer.next === undefined ? undefined : send<Body>('GET', pathOf(answer.next), options)
  }

  async function* pages<Body>(first: Answer<Body> | Promise<Answer<Body>>, options?: CallOptions) {
    let page: Answer<Body> | undefined = await first
    while (page) {
      yield page
      page = await next(page, options)
    }
  }

  const calls = Object.fromEntries(names.map((name) => [name, (input?: AnyInput) => call(name, input)]))
  return {
    ...(calls as AnyCalls as Calls),
    search: (input) => call('search', input) as Promise<Answer<SearchAnswer>>,
    estimateSearch: (input) =>
      call('search', { ...input, query: { ...input?.query, explain: 'cost' } }) as Promise<Answer<CostEstimate>>,
    next,
    pages,
  }
}

/** Browsers require fetch to be called without a receiver. */
function globalFetch(url: string, init: RequestInit): Promise<Response> {
  return globalThis.fetch(url, init)
}

/** Keeps only the path of a link, so that it never leaves this appliance. */
function pathOf(link: string): string {
  return link.startsWith('/') && !link.startsWith('//') ? link : `/${link.replace(/^[^?#]*\/\/[^/?#]*\/?/, '')}`
}

function given(headers: AnyInput['headers'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
