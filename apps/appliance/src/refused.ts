/** A valid command that cannot be carried out. Its message is for the operator, without a stack trace. */
export class Refused extends Error {
  override readonly name = 'Refused'
}
