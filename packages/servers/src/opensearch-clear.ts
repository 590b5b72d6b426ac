const TIMEOUT_MS = 30_000

/** Deletes every index, template and cluster setting of a running engine. */
export async function clearEngine(url: string): Promise<void> {
  const indexes = await indexesOf(url)
  if (indexes.length > 0) await ask(url, `/${indexes.join()}`, 'DELETE')
  const templates = await list(url, '/_index_template', (body: { index_templates: { name: string }[] }) =>
    body.index_templates.map(({ name }) => name),
  )
  for (const name of templates) await ask(url, `/_index_template/${name}`, 'DELETE')
  const components = await list(url, '/_component_template', (body: { component_templates: { name: string }[] }) =>
    body.component_templates.map(({ name }) => name),
  )
  for (const name of components) await ask(url, `/_component_template/${name}`, 'DELETE')
  await ask(url, '/_cluster/settings', 'PUT', { persistent: { '*': null }, transient: { '*': null } })
  const left = await indexesOf(url)
  if (left.length > 0) throw new Error(`the engine still has ${left.join()}`)
}

function indexesOf(url: string): Promise<string[]> {
  return list(url, '/_cat/indices?h=index&format=json&expand_wildcards=all', (rows: { index: string }[]) =>
    rows.map(({ index }) => index),
  )
}

async function list<T>(url: string, path: string, namesIn: (body: T) => string[]): Promise<string[]> {
  return namesIn((await ask(url, path, 'GET')) as T)
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
