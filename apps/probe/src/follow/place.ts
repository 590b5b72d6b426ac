import { isInteger, objectOf } from '../disk/state-file.ts'

/** Where reading goes on: before the byte `offset` of a file, files being counted in the order in which they are read. */
export interface Place {
  file: number
  offset: number
}

export const isPlace = objectOf<Place>({ file: isInteger, offset: isInteger })
