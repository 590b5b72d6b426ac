/** Types for the part that we use: the package has none. */
declare module 'postject' {
  export function inject(
    file: string,
    name: string,
    resource: Uint8Array,
    options: { sentinelFuse: string },
  ): Promise<void>
}
