/** A command that was understood and cannot be carried out: its words are for the operator, without a trace. */
export class Refused extends Error {
  override readonly name = 'Refused'
}
