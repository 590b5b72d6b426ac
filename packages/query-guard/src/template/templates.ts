import type { FieldCatalog } from '../field-catalog.ts'
import type { Template } from './template.ts'

export type Templates = ReturnType<typeof createTemplates>

const DEFAULT_BYTES = 8 * 1024 * 1024
/** Heap of a template for each byte of its body, and of the smallest one; see the test of the memory. */
export const BYTES_PER_BYTE = 50
export const BYTES_PER_TEMPLATE = 3_072

/**
 * Keeps the templates of recent bodies, up to a number of bytes. Half of it holds what was used lately; when that half
 * is full, it becomes the other half, whose previous content is dropped.
 */
export function createTemplates({ maxBytes = DEFAULT_BYTES }: { maxBytes?: number } = {}) {
  let recent = new Map<string, Template>()
  let earlier = new Map<string, Template>()
  let bytes = 0
  const catalogs = new WeakMap<FieldCatalog, number>()
  let catalogCount = 0

  /** A template belongs to one catalogue of fields. */
  function keyOf(body: string, fields: FieldCatalog): string {
    let catalog = catalogs.get(fields)
    if (catalog === undefined) {
      catalog = catalogCount++
      catalogs.set(fields, catalog)
    }
    return `${catalog} ${body}`
  }

  function put(key: string, template: Template): void {
    const cost = BYTES_PER_TEMPLATE + key.length * BYTES_PER_BYTE
    if (cost > maxBytes / 2) return
    if (bytes + cost > maxBytes / 2) {
      earlier = recent
      recent = new Map()
      bytes = 0
    }
    recent.set(key, template)
    bytes += cost
  }

  return {
    get(body: string, fields: FieldCatalog): Template | undefined {
      const key = keyOf(body, fields)
      const used = recent.get(key)
      if (used) return used
      const template = earlier.get(key)
      if (template) put(key, template)
      return template
    },

    keep(body: string, fields: FieldCatalog, template: Template): void {
      const key = keyOf(body, fields)
      if (recent.has(key)) recent.set(key, template)
      else put(key, template)
    },
  }
}
