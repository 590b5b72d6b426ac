import type { FieldCatalog } from '../field-catalog.ts'
import type { Template } from './template.ts'

export type Templates = ReturnType<typeof createTemplates>

interface Kept {
  fields: FieldCatalog
  template: Template
}

const DEFAULT_BYTES = 8 * 1024 * 1024
/** Heap of a template for each byte of its body, with a margin: 15 on average for the benign bodies. */
export const BYTES_PER_BYTE = 50

/**
 * Keeps the templates of recent bodies, up to a number of bytes. Half of it holds what was used lately; when that half
 * is full, it becomes the other half, whose previous content is dropped.
 */
export function createTemplates({ maxBytes = DEFAULT_BYTES }: { maxBytes?: number } = {}) {
  let recent = new Map<string, Kept>()
  let earlier = new Map<string, Kept>()
  let bytes = 0

  function put(key: string, kept: Kept): void {
    const cost = key.length * BYTES_PER_BYTE
    if (bytes + cost > maxBytes / 2) {
      earlier = recent
      recent = new Map()
      bytes = 0
    }
    if (cost > maxBytes / 2) return
    recent.set(key, kept)
    bytes += cost
  }

  return {
    get(key: string, fields: FieldCatalog): Template | undefined {
      const kept = recent.get(key) ?? earlier.get(key)
      if (kept?.fields !== fields) return undefined
      if (!recent.has(key)) put(key, kept)
      return kept.template
    },

    keep(key: string, fields: FieldCatalog, template: Template): void {
      if (!recent.has(key)) put(key, { fields, template })
      else recent.set(key, { fields, template })
    },
  }
}
