/** Where reading goes on: before the byte `offset` of a file, files being counted in the order in which they are read. */
export interface Place {
  file: number
  offset: number
}
