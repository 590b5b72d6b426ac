import { isInteger, objectOf } from '../disk/state-file.ts'

/** Where reading continues: at byte `offset` of a file. Files are numbered in reading order. */
export interface Place {
  file: number
  offset: number
}

export const isPlace = objectOf<Place>({ file: isInteger, offset: isInteger })
