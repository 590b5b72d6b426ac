const TIMEOUT_MS = 30_000

/** Deletes every index, template and cluster setting of a running engine. */
export async function clearEngine(url: string): Promise<void> {
  const indexes = await indexesOf(url)
  if (indexes.length > 0) await ask(url, `/${indexes.join()}`, 'DELETE')
  for (const kind of ['index', 'component'] as const) {
    for (const name of await templatesOf(url, kind)) await ask(url, `/_${kind}_template/${name}`, 'DELETE')
  }
  await ask(url, '/_cluster/settings', 'PUT', { persistent: { '*': null }, transient: { '*': null } })
  const left = await indexesOf(url)
  if (left.length > 0) throw new Error(`the engine still has ${left.join()}`)
}

async function indexesOf(url: string): Promise<string[]> {
  const rows = await ask(url, '/_cat/indices?h=index&format=json&expand_wildcards=all', 'GET')
  return (rows as { index: string }[]).map(({ index }) => index)
}

async function templatesOf(url: string, kind: 'index' | 'component'): Promise<string[]> {
  const body = (await ask(url, `/_${kind}_template`, 'GET')) as Record<string, { name: string }[]>
  return (body[`${kind}_templates`] ?? []).map(({ name }) => name)
}

async function ask(url: string, path: string, method: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${url}${path}`, {
    method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: the engine answered ${response.status}`)
  return response.json()
}
