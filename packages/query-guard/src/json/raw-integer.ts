const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): object }

/** An integer beyond 2^53 for the new body: `JSON.stringify` writes it digit for digit. */
export function rawInteger(value: bigint): object {
  return rawJSON(value.toString())
}
