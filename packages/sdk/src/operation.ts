import type * as contract from '@watchpost/contract'
import type { Static, TSchema } from 'typebox'

type Contract = typeof contract
type Described = { operationId: string; response: object }

/** Every operation of the contract, by the name that it has in the description of the API too. */
export type OperationName = {
  [Name in keyof Contract]: Contract[Name] extends Described ? Name : never
}[keyof Contract]

/** What a call of an operation is given: parameters of the address, of the query, headers, and a body. */
export type Input<Name extends OperationName> = PartsOf<Contract[Name]>

/** What an operation answers, as it was parsed. */
export type Output<Name extends OperationName> = Contract[Name] extends { response: infer Responses }
  ? BodyOf<Responses>
  : never

type PartsOf<Operation> = Part<Operation, 'params', 'params'> &
  Part<Operation, 'querystring', 'query'> &
  Part<Operation, 'headers', 'headers'> &
  (Operation extends { 'x-optional-body': boolean } ? Partial<BodyPart<Operation>> : BodyPart<Operation>)

/** A part in which everything may be left out may be left out itself. */
type Part<Operation, From extends string, To extends string> =
  Operation extends Record<From, infer Schema extends TSchema>
    ? object extends Static<Schema>
      ? { [Key in To]?: Static<Schema> }
      : { [Key in To]: Static<Schema> }
    : unknown

type BodyPart<Operation> = Operation extends { body: infer Schema extends TSchema } ? { body: Static<Schema> } : unknown

/** The body of success. Without one there is nothing. */
type BodyOf<Responses> = Responses extends { 200: infer Answer }
  ? JsonOf<Answer>
  : Responses extends { 201: infer Answer }
    ? JsonOf<Answer>
    : Responses extends { 202: infer Answer }
      ? JsonOf<Answer>
      : undefined

type JsonOf<Answer> = Answer extends { content: infer Content }
  ? Content extends { 'application/json': { schema: infer Schema extends TSchema } }
    ? Static<Schema>
    : string
  : Answer extends TSchema
    ? Static<Answer>
    : never
