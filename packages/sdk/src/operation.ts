import type * as contract from '@watchpost/contract'
import type { Static, TSchema } from 'typebox'

type Contract = typeof contract
type Described = { operationId: string; response: object }

/** Every operation of the contract, by its name in the API description. */
export type OperationName = {
  [Name in keyof Contract]: Contract[Name] extends Described ? Name : never
}[keyof Contract]

/** The input of an operation: path parameters, query parameters, headers, and a body. */
export type Input<Name extends OperationName> = PartsOf<Contract[Name]>

/** The parsed answer of an operation. */
export type Output<Name extends OperationName> = Contract[Name] extends { response: infer Responses }
  ? BodyOf<Responses>
  : never

type PartsOf<Operation> = Part<Operation, 'params', 'params'> &
  Part<Operation, 'querystring', 'query'> &
  Part<Operation, 'headers', 'headers'> &
  (Operation extends { 'x-optional-body': boolean } ? Partial<BodyPart<Operation>> : BodyPart<Operation>)

/** A part is optional if all of its members are. */
type Part<Operation, From extends string, To extends string> =
  Operation extends Record<From, infer Schema extends TSchema>
    ? object extends Static<Schema>
      ? { [Key in To]?: Static<Schema> }
      : { [Key in To]: Static<Schema> }
    : unknown

type BodyPart<Operation> = Operation extends { body: infer Schema extends TSchema } ? { body: Static<Schema> } : unknown

/** The body of a successful answer; undefined without one. */
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
