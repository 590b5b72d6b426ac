import { words } from './words.ts'

/**
 * Names that OpenSearch 3.8 and its plugins know. They only serve to tell a caller that a name is known but not
 * allowed, rather than misspelt. The grammar alone decides what is allowed: a name that is missing here is rejected
 * too.
 */

/** Kinds of query. */
export const ENGINE_QUERIES: ReadonlySet<string> = new Set(
  words(`
  agentic boosting bool combined_fields common constant_score dis_max distance_feature exists field_masking_span
  function_score fuzzy geo_bounding_box geo_distance geo_polygon geo_shape has_child has_parent hybrid ids intervals knn
  match match_all match_bool_prefix match_none match_phrase match_phrase_prefix more_like_this multi_match nested neural
  neural_sparse parent_id percolate pinned prefix query_string range rank_feature regexp script script_score
  simple_query_string sltr span_containing span_field_masking span_first span_gap span_multi span_near span_not span_or span_term
  span_within template term terms terms_set type wildcard wrapper xy_shape`),
)

/** Kinds of aggregation, pipelines among them. */
export const ENGINE_AGGREGATIONS: ReadonlySet<string> = new Set(
  words(`
  adjacency_matrix auto_date_histogram avg avg_bucket bucket_script bucket_selector bucket_sort cardinality children
  composite cumulative_sum date_histogram date_range derivative diversified_sampler extended_stats
  extended_stats_bucket filter filters geo_bounds geo_centroid geo_distance geohash_grid geohex_grid geotile_grid global
  histogram ip_range matrix_stats max max_bucket median_absolute_deviation min min_bucket missing moving_avg moving_fn
  multi_terms multivalue_doc_count nested parent percentile_ranks percentiles percentiles_bucket range rare_terms reverse_nested sampler
  scripted_metric serial_diff significant_terms significant_text stats stats_bucket sum sum_bucket terms top_hits
  value_count variable_width_histogram weighted_avg`),
)

/** Keys of a search body. */
export const ENGINE_BODY_KEYS: readonly string[] = words(`
  aggregations aggs collapse derived docvalue_fields explain ext fields from highlight include_named_queries_score
  indices_boost min_score pit post_filter profile query rescore script_fields search_after search_pipeline
  seq_no_primary_term size slice sort _source stats stored_fields suggest terminate_after timeout track_scores
  track_total_hits verbose_pipeline version`)

/** Options that many aggregations of the engine share and the grammar does not allow. */
export const ENGINE_AGGREGATION_OPTIONS: readonly string[] = words(`
  background_filter collect_mode exclude execution_hint format include missing missing_bucket missing_order params
  rewrite script shard_min_doc_count shard_size show_term_doc_count_error time_zone value_type`)
