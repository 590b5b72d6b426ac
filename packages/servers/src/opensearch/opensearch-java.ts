import { join } from 'node:path'
import type { Installed } from '../installed.ts'

export type OpenSearchInstalled = Pick<Installed, 'javaHome' | 'javaMajor' | 'isWholeJdk' | 'openSearchHome'>

const OPENSEARCH_MAIN = 'org.opensearch.bootstrap.OpenSearch'

export interface NodeJava {
  heap: string
  dataDir: string
  confDir: string
  tmpDir: string
  more?: readonly string[]
}

/**
 * The Java arguments of a node: what `bin/opensearch` of 3.7.0 results in, with our heap and hardening. The script
 * itself starts five Java processes before the node; on two cores that is half of its startup time.
 */
export function nodeJavaArguments(
  installed: OpenSearchInstalled,
  { heap, dataDir, confDir, tmpDir, more = [] }: NodeJava,
): string[] {
  return [
    ...nodeJavaOptions(installed, { dataDir, confDir, tmpDir }),
    ...more,
    `-Xms${heap}`,
    `-Xmx${heap}`,
    `-XX:MaxDirectMemorySize=${Math.floor(bytesOf(heap) / 2)}`,
    OPENSEARCH_MAIN,
  ]
}

/** The same without the size of the heap, additional options and the main class. */
export function nodeJavaOptions(
  installed: OpenSearchInstalled,
  { dataDir, confDir, tmpDir }: Pick<NodeJava, 'dataDir' | 'confDir' | 'tmpDir'>,
): string[] {
  const home = installed.openSearchHome
  return [
    '-Xshare:auto',
    ...distributed,
    ...(installed.javaMajor >= 25 ? ['-XX:+UseCompactObjectHeaders'] : []),
    ...(installed.isWholeJdk ? ['--add-modules=jdk.incubator.vector'] : []),
    `-javaagent:${join(home, 'agent/opensearch-agent.jar')}`,
    ...safetyOptions,
    `-XX:ErrorFile=${join(dataDir, 'hs_err_pid%p.log')}`,
    `-Djava.io.tmpdir=${tmpDir}`,
    `-Dopensearch.path.home=${home}`,
    `-Dopensearch.path.conf=${confDir}`,
    '-Dopensearch.distribution.type=zip',
    '-Dopensearch.bundled_jdk=false',
    '-cp',
    join(home, 'lib/*'),
  ]
}

/** From the distribution: its jvm.options and the options of its launcher. */
const distributed = [
  '-Dopensearch.networkaddress.cache.ttl=60',
  '-Dopensearch.networkaddress.cache.negative.ttl=10',
  '-Xss1m',
  '-Djava.awt.headless=true',
  '-Dfile.encoding=UTF-8',
  '-Djna.nosys=true',
  '-XX:-OmitStackTraceInFastThrow',
  '-XX:+ShowCodeDetailsInExceptionMessages',
  '-Dio.netty.noUnsafe=true',
  '-Dio.netty.noKeySetOptimization=true',
  '-Dio.netty.recycler.maxCapacityPerThread=0',
  '-Dio.netty.allocator.numDirectArenas=0',
  '-Dlog4j.shutdownHookEnabled=false',
  '-Dlog4j2.disable.jmx=true',
  '-Djava.locale.providers=SPI,CLDR',
  '-XX:+UseG1GC',
  '-XX:G1ReservePercent=25',
  '-XX:InitiatingHeapOccupancyPercent=30',
  '--add-opens=java.base/java.nio=ALL-UNNAMED',
  '-Dorg.apache.lucene.store.MMapDirectory.sharedArenaMaxPermits=1',
]

/** Java options that keep one request from ending a node. The guide shows them to operators of other clusters. */
export const safetyOptions = [
  // A node that is out of memory cannot be trusted any more: it exits and is restarted.
  '-XX:+ExitOnOutOfMemoryError',
  // Requests nested deeper than this are rejected; otherwise a few kilobytes overflow the stack and end the node.
  '-Dopensearch.xcontent.depth.max=100',
  '-Dopensearch.query.simple_query_string.max_depth=50',
]

/** A heap size in Java notation, in bytes. */
function bytesOf(heap: string): number {
  return Number.parseInt(heap, 10) * (heap.endsWith('g') ? 1024 ** 3 : 1024 ** 2)
}
