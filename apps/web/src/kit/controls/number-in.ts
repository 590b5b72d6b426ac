/** The number that was written. What is none becomes one that no bound allows, so that the appliance says so. */
export function numberIn(written: string): number {
  const value = Number(written.trim())
  return written.trim() !== '' && Number.isFinite(value) ? value : -1
}
