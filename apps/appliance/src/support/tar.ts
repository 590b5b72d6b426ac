/** A file of an archive. */
export interface ArchivedFile {
  name: string
  content: Buffer
}

const BLOCK = 512
/** Longer names would need an extension of the format. */
const MOST_NAME_BYTES = 100

/** Joins files into an archive that every tar can read (ustar). All files are readable by their owner only. */
export function tar(files: readonly ArchivedFile[], at: Date): Buffer {
  const parts = files.flatMap(({ name, content }) => [
    header(name, content.length, at),
    content,
    Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
  ])
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])
}

function header(name: string, size: number, at: Date): Buffer {
  if (Buffer.byteLength(name) > MOST_NAME_BYTES) throw new Error(`the name ${name} is too long for an archive`)
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
  block.write(name, 0, 'utf8')
  block.write(octal(0o600, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  block.write(octal(size, 12), 124)
  block.write(octal(Math.floor(at.getTime() / 1_000), 12), 136)
  block.write(' '.repeat(8), 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}
