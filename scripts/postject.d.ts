/** As far as we use it: it comes without types. */
declare module 'postject' {
  export function inject(
    file: string,
    name: string,
    resource: Uint8Array,
    options: { sentinelFuse: string },
  ): Promise<void>
}
