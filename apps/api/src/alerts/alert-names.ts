const UUID = /^\d{1,10}-[0-9a-f]{32}-\d{12,16}$/
const ID = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Whether a text can be the `uuid` of an alert. */
export function isAlertUuid(text: string): boolean {
  return UUID.test(text)
}

/** Whether a text can be the `id` of an alert: a valid instant. */
export function isAlertId(text: string): boolean {
  return ID.test(text) && !Number.isNaN(Date.parse(text))
}
