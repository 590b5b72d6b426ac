import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'
import type { FileDigest } from '../contents/tree-digest.ts'
import { type Component, fileComponent } from './cyclonedx.ts'

interface Coordinates {
  group: string
  artifact: string
  version: string
}

/** Groups of archives that do not say their own, by the beginning of the file name. */
const groups: readonly (readonly [RegExp, string])[] = [
  [/^lucene-/, 'org.apache.lucene'],
  [/^(kafka|connect|generator|server-common|group-coordinator|metadata)\b/, 'org.apache.kafka'],
  [/^asm\b/, 'org.ow2.asm'],
  [/^bc[a-z]*-fips/, 'org.bouncycastle'],
  [/^zstd-jni/, 'com.github.luben'],
  [/^snappy-java/, 'org.xerial.snappy'],
  [/^scala-(library|reflect)/, 'org.scala-lang'],
  [/^scala-logging/, 'com.typesafe.scala-logging'],
  [/^protobuf-java/, 'com.google.protobuf'],
  [/^reactor-/, 'io.projectreactor'],
  [/^reactive-streams/, 'org.reactivestreams'],
  [/^re2j/, 'com.google.re2j'],
  [/^picocli/, 'info.picocli'],
  [/^perfmark-/, 'io.perfmark'],
  [/^pcollections/, 'org.pcollections'],
  [/^RoaringBitmap/, 'org.roaringbitmap'],
  [/^activation/, 'javax.activation'],
  [/^caffeine/, 'com.github.ben-manes.caffeine'],
  [/^grpc-/, 'io.grpc'],
  [/^hash4j/, 'com.dynatrace.hash4j'],
  [/^jna/, 'net.java.dev.jna'],
  [/^jspecify/, 'org.jspecify'],
]

/** An archive of Java classes, by the coordinates inside it or by its name. */
export function jarComponent(jar: string, digest: FileDigest, owner: { group: string; version: string }): Component {
  const { group, artifact, version } = coordinatesIn(jar) ?? coordinatesByName(basename(jar), owner)
  const purl = `pkg:maven/${group}/${artifact}@${version}`
  return {
    type: 'library',
    // The same archive may be in several folders.
    'bom-ref': `${purl}#${digest.path}`,
    group,
    name: artifact,
    version,
    purl,
    components: [fileComponent(digest)],
  }
}

/** An archive that contains others names them too: its own are those that its file name repeats. */
function coordinatesIn(jar: string): Coordinates | undefined {
  const { stdout } = spawnSync('unzip', ['-p', jar, 'META-INF/maven/*/*/pom.properties'], { encoding: 'utf8' })
  return recordsIn(stdout).find(({ artifact, version }) => basename(jar).startsWith(`${artifact}-${version}`))
}

/** Several files of properties in a row, each with the same three keys in any order. */
function recordsIn(text: string): Coordinates[] {
  const valuesOf = (key: string) =>
    [...text.matchAll(new RegExp(`${key}=([^\\s#]*)`, 'g'))].map(([, value]) => value ?? '')
  const [groupIds, artifacts, versions] = [valuesOf('groupId'), valuesOf('artifactId'), valuesOf('version')]
  return artifacts.map((artifact, index) => ({
    group: groupIds[index] ?? '',
    artifact,
    version: versions[index] ?? '',
  }))
}

function coordinatesByName(file: string, owner: { group: string; version: string }): Coordinates {
  const [, artifact, version] = /^(.+?)-(\d[^/]*)\.jar$/.exec(file) ?? [undefined, file.slice(0, -4), owner.version]
  const known = groups.find(([pattern]) => pattern.test(file))?.[1]
  if (!known && version !== owner.version && !version?.startsWith(`${owner.version}.`))
    throw new Error(`${file} does not say its Maven group: add it to scripts/release/sbom/jar-component.ts`)
  return { group: known ?? owner.group, artifact: artifact ?? file, version: version ?? owner.version }
}
