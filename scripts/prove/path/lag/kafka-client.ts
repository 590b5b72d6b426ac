/**
 * The Kafka client of packages/log. The root has no dependency on it, so it is named by its path. The judge uses the
 * client only, and none of the product's code around it.
 */
export { Admin, ListOffsetTimestamps } from '../../../../packages/log/node_modules/@platformatic/kafka/dist/index.js'
