const GIB = 1024 ** 3

export interface Heaps {
  /** Of OpenSearch, in GiB. */
  engineGibibytes: number
  /** Of Kafka, in MiB. */
  logMebibytes: number
}

/** OpenSearch needs as much memory again for its file cache, and stays below 32 GiB for compressed pointers. */
const MOST_ENGINE_GIBIBYTES = 31

/** The heaps of the servers on a machine that runs everything: a quarter of the memory is the heap of the engine. */
export function heapsFor(memoryBytes: number): Heaps {
  // Firmware and kernel take a part of the memory that a machine is sold with.
  const gibibytes = Math.round(memoryBytes / GIB)
  return {
    engineGibibytes: Math.min(MOST_ENGINE_GIBIBYTES, Math.max(1, Math.floor(gibibytes / 4))),
    logMebibytes: gibibytes < 16 ? 512 : 1_024,
  }
}

/** The line of `memory.env` that the unit of OpenSearch reads. */
export function engineMemory({ engineGibibytes }: Heaps): string {
  const direct = engineGibibytes * 512
  return `JAVA_MEMORY=-Xms${engineGibibytes}g -Xmx${engineGibibytes}g -XX:MaxDirectMemorySize=${direct}m\n`
}

/** The same for Kafka. */
export function logMemory({ logMebibytes }: Heaps): string {
  return `JAVA_MEMORY=-Xms${logMebibytes}m -Xmx${logMebibytes}m\n`
}
