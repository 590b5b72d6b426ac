import { createRequire } from 'node:module'

type Compile = (route: { schema: object }) => unknown
type BuildCompiler = (schemas: Record<string, unknown>, options?: unknown) => Compile

const ofFastify = createRequire(createRequire(import.meta.url).resolve('fastify'))
const path = ofFastify.resolve('@fastify/fast-json-stringify-compiler')
const compiled = new WeakMap<object, unknown>()
let isInstalled = false

/**
 * Compiles each response schema once per process. Fastify compiles all of them for every server, which takes 0.3 s, and
 * each test creates a server. Schemas are constants, so the compiled functions are the same.
 */
export function keepSerializers(): void {
  if (isInstalled) return
  isInstalled = true
  const select = ofFastify(path) as () => BuildCompiler
  const selectCached = () => {
    const build = select()
    return ((schemas, options) => {
      const compile = build(schemas, options)
      return (route) => {
        const known = compiled.get(route.schema)
        if (known) return known
        const serializer = compile(route)
        compiled.set(route.schema, serializer)
        return serializer
      }
    }) satisfies BuildCompiler
  }
  const cached = ofFastify.cache[path]
  if (!cached) throw new Error('Fastify has another serializer compiler: fix keep-serializers.ts')
  cached.exports = selectCached
}
