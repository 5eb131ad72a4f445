// Generated from the migrated database by "npm run talewood -- schema". Do not edit.
import type { ColumnType, Generated } from 'kysely';

export type AccessTokenKeysTable = {
  kid: string;
  public_key: unknown;
  private_key: string;
  created_at: Generated<Date>;
  active_from: Date;
};

export type ApiKeysTable = {
  id: Generated<string>;
  hash: string;
  user_id: string;
  name: string;
  scope: string;
  prefix: string;
  created_at: Generated<Date>;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
};

export type AuditLogTable = {
  id: Generated<string>;
  at: Generated<Date>;
  actor_kind: string;
  actor: string | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  details: Generated<unknown>;
};

export type AuthorFacetSetCountsTable = {
  author_id: number;
  facets: string[];
  tales: number;
};

export type AuthorNamesTable = {
  key: string;
  name: string;
  author_id: number;
  created_at: Generated<Date>;
};

export type AuthorSlugsTable = {
  slug: string;
  owner_id: number | null;
  created_at: Generated<Date>;
};

export type AuthorsTable = {
  id: ColumnType<number, never, never>;
  slug: string;
  name: string;
  sort_name: string;
  kind: Generated<string>;
  dates: Generated<string>;
  born_year: number | null;
  died_year: number | null;
  place: Generated<string>;
  origin: Generated<string>;
  biography: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  normalized_name: ColumnType<string, never, never>;
  version: Generated<number>;
};

export type BackupLogTable = {
  id: ColumnType<number, never, never>;
  at: Date;
  kind: string;
  bytes: number;
  tales: number | null;
  verified_at: Date | null;
};

export type BuiltFilesTable = {
  name: string;
  body: Buffer;
  is_brotli: boolean;
  replaced_at: Date | null;
};

export type CacheChangesTable = {
  tags: string[];
  transaction: Generated<string>;
  at: Generated<Date>;
};

export type CacheIdentityTable = {
  is_singleton: Generated<boolean>;
  id: Generated<string>;
};

export type CategoriesTable = {
  id: ColumnType<number, never, never>;
  slug: string;
  name: string;
  description: string;
  colour: string;
  motif: string;
  position: number;
  version: Generated<number>;
  palette: string;
  tab_position: number;
  home_position: number | null;
};

export type CategorySlugsTable = {
  slug: string;
  owner_id: number | null;
  created_at: Generated<Date>;
};

export type CollectionFilesTable = {
  collection_id: number;
  file_id: string;
  position: number;
  kind: string;
  label: Generated<string>;
  description: Generated<string>;
};

export type CollectionSlugsTable = {
  slug: string;
  owner_id: number | null;
  created_at: Generated<Date>;
};

export type CollectionTalesTable = {
  collection_id: number;
  tale_id: string;
  position: number;
};

export type CollectionsTable = {
  id: ColumnType<number, never, never>;
  slug: string;
  title: string;
  description: Generated<string>;
  introduction: Generated<string>;
  position: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  version: Generated<number>;
};

export type ContactMessagesTable = {
  id: Generated<string>;
  topic: string;
  text: string;
  email: string | null;
  tale_id: string | null;
  tale_title: string | null;
  status: Generated<string>;
  created_at: Generated<Date>;
  resolved_at: Date | null;
  answer: string | null;
  answered_at: Date | null;
  answered_by: string | null;
  is_answer_waiting: Generated<boolean>;
  list_path: string | null;
  list_name: string | null;
};

export type CredentialsTable = {
  id: Generated<string>;
  user_id: string;
  provider_id: string;
  account_id: string;
  password: string | null;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: Date | null;
  refresh_token_expires_at: Date | null;
  scope: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type DailyAuthorReadsTable = {
  day: string;
  author_id: number;
  count: number;
};

export type DailyCountsTable = {
  day: string;
  kind: string;
  count: number;
};

export type DailyDepthsTable = {
  day: string;
  tenths: number;
  count: number;
};

export type DailySubscribersTable = {
  day: string;
  confirmed: number;
};

export type DailyTaleCountsTable = {
  day: string;
  kind: string;
  tale_id: string;
  count: number;
};

export type DailyTaleDepthsTable = {
  tale_id: string;
  day: string;
  tenths: number;
  count: number;
};

export type DailyTalesTable = {
  night: string;
  tale_id: string;
  is_manual: Generated<boolean>;
  chosen_at: Generated<Date>;
};

export type FacetCountsTable = {
  author_id: number;
  facet: string;
  tales: number;
};

export type FacetPairCountsTable = {
  facet: string;
  other_facet: string;
  tales: number;
};

export type FacetSetCountsTable = {
  facets: string[];
  tales: number;
};

export type FavoritesTable = {
  user_id: string;
  tale_id: string;
  is_on: boolean;
  at: Date;
};

export type FileContentsTable = {
  id: Generated<string>;
  bytes: number;
  sha256: string | null;
  media_type: string | null;
  pages: number | null;
  preview: unknown | null;
  released_at: Generated<Date>;
};

export type FileLinksTable = {
  id: Generated<string>;
  file_id: string;
  token_hash: string;
  expires_at: Date;
  revoked_at: Date | null;
  created_by: string | null;
  created_at: Generated<Date>;
};

export type FilePartsTable = {
  content_id: string;
  position: number;
  bytes: number;
  sha256: string;
  object_key: string;
};

export type FileUploadsTable = {
  id: string;
  user_id: string;
  folder_id: string;
  name: string;
  replaces_id: string | null;
  replaces_version: number | null;
  received: Generated<number>;
  parts: Generated<number>;
  last_modified: Generated<number>;
  file_id: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type FilesTable = {
  id: Generated<string>;
  folder_id: string;
  name: string;
  content_id: string;
  version: Generated<number>;
  content_version: Generated<number>;
  created_by: string | null;
  created_at: Generated<Date>;
  updated_by: string | null;
  updated_at: Generated<Date>;
};

export type FoldersTable = {
  id: Generated<string>;
  parent_id: string | null;
  name: string;
  access: Generated<string>;
  version: Generated<number>;
  created_by: string | null;
  created_at: Generated<Date>;
  updated_by: string | null;
  updated_at: Generated<Date>;
};

export type FunctionRunsTable = {
  id: Generated<string>;
  function: string;
  trigger: string;
  subject: Generated<string>;
  status: string;
  attempt: Generated<number>;
  created_at: Generated<Date>;
  started_at: Date | null;
  duration_ms: number | null;
  memory_mb: number | null;
  http_status: number | null;
  error: Generated<string>;
  log: Generated<string>;
};

export type FunctionsTable = {
  name: string;
  events: Generated<string[]>;
  schedule: string | null;
  scheduled_until: Generated<Date>;
};

export type IdempotencyKeysTable = {
  key: string;
  request: string;
  user_id: string | null;
  attempt_token: string;
  status: number | null;
  headers: unknown | null;
  body: string | null;
  expires_at: Date;
};

export type ImportRunsTable = {
  id: ColumnType<number, never, never>;
  started_at: Generated<Date>;
  ended_at: Date | null;
  started_by: string | null;
  undone_at: Date | null;
  removed: Generated<number>;
  undone: unknown | null;
};

export type ImportUploadBooksTable = {
  upload_id: string;
  position: number;
  report: unknown;
  texts: Generated<unknown>;
};

export type ImportUploadFilesTable = {
  id: Generated<string>;
  upload_id: string;
  position: ColumnType<number, never, never>;
  name: string;
  bytes: number;
  sha256: string | null;
};

export type ImportUploadsTable = {
  id: Generated<string>;
  created_at: Generated<Date>;
  created_by: string | null;
  updated_at: Generated<Date>;
  state: Generated<string>;
  options: unknown;
  problem: string | null;
  attempt_token: Generated<number>;
  requested_at: Date | null;
  requested_by: string | null;
  started_at: Date | null;
  progress: unknown | null;
  is_dry: Generated<boolean>;
  problems: Generated<unknown>;
  skipped_files: Generated<unknown>;
  run_id: number | null;
};

export type ImportedBooksTable = {
  id: ColumnType<number, never, never>;
  key: string;
  name: string;
  hash: string;
  run_id: number;
};

export type ImportedTalesTable = {
  id: ColumnType<number, never, never>;
  book_id: number;
  position: number;
  run_id: number;
  updated_run_id: number | null;
  tale_id: string | null;
  duplicate_of: string | null;
  is_skipped: Generated<boolean>;
  version: number;
  hash: string;
  title_key: string;
  warnings: Generated<string[]>;
  signature: number[];
  bands: number[];
};

export type InvitationsTable = {
  id: Generated<string>;
  email: string;
  role: string;
  invited_by: string;
  created_at: Generated<Date>;
  expires_at: Date;
};

export type KnownNetworksTable = {
  user_id: string;
  hash: string;
  used_at: Generated<Date>;
};

export type MediaTable = {
  id: Generated<string>;
  hash: string;
  width: number;
  height: number;
  bytes: number;
  name: string;
  alt: Generated<string>;
  credit: Generated<string>;
  focal_x: Generated<number>;
  focal_y: Generated<number>;
  created_at: Generated<Date>;
  created_by: string | null;
  upload_started_at: Generated<Date>;
  ready_at: Date | null;
  removed_at: Date | null;
  search_text: ColumnType<string, never, never>;
  stored_files: unknown | null;
};

export type MediaUsesTable = {
  media_id: string;
  tale_id: string;
  as_cover: boolean;
};

export type NewsletterDeliveriesTable = {
  id: Generated<string>;
  issue_id: string;
  subscriber_id: string;
  status: Generated<string>;
  attempts: Generated<number>;
  last_error: string | null;
  created_at: Generated<Date>;
  completed_at: Date | null;
};

export type NewsletterIssuesTable = {
  id: Generated<string>;
  issue_date: string;
  status: Generated<string>;
  send_at: Date;
  subject: string;
  opening: Generated<string>;
  parts: unknown;
  is_edited: Generated<boolean>;
  html: string | null;
  text: string | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  sending_at: Date | null;
  sent_at: Date | null;
};

export type NewsletterScheduleTable = {
  is_singleton: Generated<boolean>;
  is_on: Generated<boolean>;
  weekday: Generated<number>;
  hour: Generated<number>;
  time_zone: Generated<string>;
  updated_at: Generated<Date>;
};

export type NewsletterSubscribersTable = {
  id: Generated<string>;
  user_id: string | null;
  email: string | null;
  status: string;
  consent_at: Date | null;
  consent_text: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  key: Generated<string>;
  frequency: Generated<string>;
};

export type NewsletterSuppressionsTable = {
  address_hash: Buffer;
  reason: string;
  created_at: Generated<Date>;
};

export type OneTimeTokensTable = {
  subject: string;
  purpose: string;
  hash: string;
  email: string;
  created_at: Generated<Date>;
  expires_at: Date;
};

export type OutboundEmailsTable = {
  id: Generated<string>;
  to_address: string;
  template: Generated<string>;
  subject: string;
  html: string | null;
  text: string | null;
  created_at: Generated<Date>;
  sent_at: Date | null;
  attempts: Generated<number>;
  last_error: string | null;
  reply_to: string | null;
};

export type PageVersionsTable = {
  name: string;
  version: number;
  title: string | null;
  markdown: string | null;
  html: string | null;
  saved_at: Generated<Date>;
  saved_by: string | null;
};

export type PasskeysTable = {
  id: Generated<string>;
  user_id: string;
  name: string | null;
  credential_id: string;
  public_key: string;
  counter: number;
  device_type: string;
  backed_up: boolean;
  transports: string | null;
  aaguid: string | null;
  created_at: Generated<Date>;
};

export type PreviewLinksTable = {
  id: Generated<string>;
  tale_id: string;
  hash: string;
  created_by: string | null;
  created_at: Generated<Date>;
  expires_at: Generated<Date>;
};

export type RateLimitsTable = {
  key: string;
  attempts: number;
  expires_at: Date;
};

export type ReadingPositionsTable = {
  user_id: string;
  tale_id: string;
  place: string;
  progress: number;
  is_finished: boolean;
  at: Date;
  is_deleted: Generated<boolean>;
  quote: Generated<string>;
};

export type ReadingSessionsTable = {
  room: string;
  code: string;
  tale_id: string;
  host_key: string;
  leader_key: string;
  mode: Generated<string>;
  position: unknown | null;
  guests: Generated<number>;
  created_at: Generated<Date>;
  host_seen_at: Generated<Date>;
  expires_at: Generated<Date>;
};

export type RealtimePresenceTable = {
  id: string;
  channel: string;
  user_id: string | null;
  since: Date;
  seen_at: Date;
  data: unknown;
};

export type SchemaMigrationsTable = {
  name: string;
  checksum: string;
  applied_at: Generated<Date>;
  unused_since: string | null;
};

export type SearchTextQueueTable = {
  id: ColumnType<number, never, never>;
  tale_id: string;
};

export type SearchWordQueueTable = {
  id: ColumnType<number, never, never>;
  tale_id: string;
};

export type SearchWordsTable = {
  word: string;
};

export type SecondFactorsTable = {
  id: Generated<string>;
  user_id: string;
  secret: string;
  backup_codes: string;
  verified: Generated<boolean>;
  failed_verification_count: Generated<number>;
  locked_until: Date | null;
};

export type SeedRunsTable = {
  name: string;
  tales: number;
  imported_at: Generated<Date>;
};

export type SessionsTable = {
  id: Generated<string>;
  token: string;
  user_id: string;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type SharedListsTable = {
  id: Generated<string>;
  user_id: string;
  shelf_id: string;
  token: string;
  created_at: Generated<Date>;
};

export type ShelfTalesTable = {
  user_id: string;
  shelf_id: string;
  tale_id: string;
  is_on: boolean;
  at: Date;
};

export type ShelvesTable = {
  user_id: string;
  id: string;
  name: string | null;
  named_at: Date | null;
  deleted_at: Date | null;
};

export type SiteSettingsTable = {
  is_singleton: Generated<boolean>;
  publish_requires_source: Generated<boolean>;
  updated_at: Generated<Date>;
  name: Generated<string>;
  setup_dismissed_at: Date | null;
  allows_suggestions: Generated<boolean>;
  readers_may_submit: Generated<boolean>;
};

export type SubmissionCommentsTable = {
  id: Generated<string>;
  submission_id: string;
  number: number;
  quote: string;
  prefix: string;
  suffix: string;
  text: string;
  created_by: string | null;
  created_at: Generated<Date>;
  resolved_at: Date | null;
};

export type SubmissionVersionsTable = {
  submission_id: string;
  number: number;
  fields: unknown;
  words: number;
  submitted_at: Generated<Date>;
};

export type SubmissionsTable = {
  id: Generated<string>;
  user_id: string | null;
  state: Generated<string>;
  version: Generated<number>;
  fields: unknown;
  round: Generated<number>;
  original_tale_id: string | null;
  tale_id: string | null;
  note: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  submitted_at: Date | null;
  decided_at: Date | null;
  decided_by: string | null;
};

export type SuggestionChangesTable = {
  suggestion_id: string;
  number: number;
  field: string;
  start: number;
  before: string[];
  after: string[];
  state: Generated<string>;
  result: string[] | null;
  decided_by: string | null;
  decided_at: Date | null;
};

export type SuggestionsTable = {
  id: Generated<string>;
  tale_id: string | null;
  tale_title: string;
  user_id: string | null;
  base_version: number;
  base_title: string;
  base_excerpt: string;
  base_content: string;
  title: string;
  excerpt: string;
  content: string;
  reason: string;
  state: Generated<string>;
  note: Generated<string>;
  created_at: Generated<Date>;
  closed_at: Date | null;
};

export type TaleCategoriesTable = {
  tale_id: string;
  category_id: number;
};

export type TaleClassificationsTable = {
  tale_id: string;
  reasons: unknown;
  classified_at: Generated<Date>;
};

export type TaleCreditsTable = {
  tale_id: string;
  role: string;
  position: number;
  author_id: number;
};

export type TaleDraftsTable = {
  user_id: string;
  id: string;
  tale_id: string | null;
  base_version: number | null;
  title: string;
  fields: unknown;
  saved_at: Date;
};

export type TaleFilesTable = {
  tale_id: string;
  file_id: string;
  position: number;
  kind: string;
  label: Generated<string>;
  description: Generated<string>;
};

export type TaleRevisionsTable = {
  tale_id: string;
  version: number;
  saved_at: Date;
  edited_by: string | null;
  title: string;
  status: string;
  words: number;
  fields: unknown;
  content: string;
  suggested_by: string | null;
};

export type TaleSlugsTable = {
  slug: string;
  tale_id: string | null;
  created_at: Generated<Date>;
};

export type TalesTable = {
  id: Generated<string>;
  slug: string;
  title: string;
  author: string;
  author_id: number;
  category_id: number;
  excerpt: string;
  content: Generated<string>;
  content_source: Generated<string>;
  content_text: Generated<string>;
  sanitizer_version: Generated<number>;
  words: Generated<number>;
  status: Generated<string>;
  publish_date: Generated<Date>;
  cover_image: Generated<string>;
  read_time: Generated<number>;
  minutes: ColumnType<number, never, never>;
  featured_rank: number | null;
  language: Generated<string>;
  origin: Generated<string>;
  tale_type: Generated<string>;
  age_band: Generated<string>;
  retold_from: Generated<string>;
  source: Generated<string>;
  version: Generated<number>;
  facets: Generated<string[]>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  deleted_at: Date | null;
  search: Generated<string>;
  title_words: ColumnType<string, never, never>;
  search_text: ColumnType<string, never, never>;
  edited_by: string | null;
  rights: Generated<string>;
  publish_date_is_manual: Generated<boolean>;
  first_published_at: Date | null;
  content_notes: Generated<string[]>;
  motifs: Generated<string[]>;
  why_it_matters: Generated<string>;
  questions: Generated<string[]>;
  mood: Generated<string>;
  suggested_by: string | null;
};

export type TopTaleCountsTable = {
  period: number;
  tale_id: string;
  last_day: string;
  read: number;
  finish: number;
  download: number;
};

export type UsersTable = {
  id: Generated<string>;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  image: string | null;
  role: Generated<string>;
  disabled_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  two_factor_enabled: Generated<boolean>;
  settings: Generated<unknown>;
  search_text: ColumnType<string, never, never>;
};

export type VerificationsTable = {
  id: Generated<string>;
  identifier: string;
  value: string;
  expires_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type WebhookDeliveriesTable = {
  id: ColumnType<number, never, never>;
  webhook_id: string;
  event_id: string;
  subject: string;
  status: Generated<string>;
  attempts: Generated<number>;
  tries: Generated<number>;
  next_attempt_at: Generated<Date | null>;
  last_attempt_at: Date | null;
  response_status: number | null;
  response_text: Generated<string>;
  error: Generated<string>;
  duration_ms: number | null;
};

export type WebhookEventsTable = {
  id: Generated<string>;
  type: string;
  subject: string;
  occurred_at: Generated<Date>;
  data: unknown;
};

export type WebhooksTable = {
  id: Generated<string>;
  url: string;
  description: Generated<string>;
  events: string[];
  status: Generated<string>;
  disabled_reason: string | null;
  failing_since: Date | null;
  sealed_secret: string;
  old_sealed_secret: string | null;
  old_secret_expires_at: Date | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

export type ZeroResultSearchesTable = {
  day: string;
  query: string;
  count: number;
};

export type Database = {
  access_token_keys: AccessTokenKeysTable;
  api_keys: ApiKeysTable;
  audit_log: AuditLogTable;
  author_facet_set_counts: AuthorFacetSetCountsTable;
  author_names: AuthorNamesTable;
  author_slugs: AuthorSlugsTable;
  authors: AuthorsTable;
  backup_log: BackupLogTable;
  built_files: BuiltFilesTable;
  cache_changes: CacheChangesTable;
  cache_identity: CacheIdentityTable;
  categories: CategoriesTable;
  category_slugs: CategorySlugsTable;
  collection_files: CollectionFilesTable;
  collection_slugs: CollectionSlugsTable;
  collection_tales: CollectionTalesTable;
  collections: CollectionsTable;
  contact_messages: ContactMessagesTable;
  credentials: CredentialsTable;
  daily_author_reads: DailyAuthorReadsTable;
  daily_counts: DailyCountsTable;
  daily_depths: DailyDepthsTable;
  daily_subscribers: DailySubscribersTable;
  daily_tale_counts: DailyTaleCountsTable;
  daily_tale_depths: DailyTaleDepthsTable;
  daily_tales: DailyTalesTable;
  facet_counts: FacetCountsTable;
  facet_pair_counts: FacetPairCountsTable;
  facet_set_counts: FacetSetCountsTable;
  favorites: FavoritesTable;
  file_contents: FileContentsTable;
  file_links: FileLinksTable;
  file_parts: FilePartsTable;
  file_uploads: FileUploadsTable;
  files: FilesTable;
  folders: FoldersTable;
  function_runs: FunctionRunsTable;
  functions: FunctionsTable;
  idempotency_keys: IdempotencyKeysTable;
  import_runs: ImportRunsTable;
  import_upload_books: ImportUploadBooksTable;
  import_upload_files: ImportUploadFilesTable;
  import_uploads: ImportUploadsTable;
  imported_books: ImportedBooksTable;
  imported_tales: ImportedTalesTable;
  invitations: InvitationsTable;
  known_networks: KnownNetworksTable;
  media: MediaTable;
  media_uses: MediaUsesTable;
  newsletter_deliveries: NewsletterDeliveriesTable;
  newsletter_issues: NewsletterIssuesTable;
  newsletter_schedule: NewsletterScheduleTable;
  newsletter_subscribers: NewsletterSubscribersTable;
  newsletter_suppressions: NewsletterSuppressionsTable;
  one_time_tokens: OneTimeTokensTable;
  outbound_emails: OutboundEmailsTable;
  page_versions: PageVersionsTable;
  passkeys: PasskeysTable;
  preview_links: PreviewLinksTable;
  rate_limits: RateLimitsTable;
  reading_positions: ReadingPositionsTable;
  reading_sessions: ReadingSessionsTable;
  realtime_presence: RealtimePresenceTable;
  schema_migrations: SchemaMigrationsTable;
  search_text_queue: SearchTextQueueTable;
  search_word_queue: SearchWordQueueTable;
  search_words: SearchWordsTable;
  second_factors: SecondFactorsTable;
  seed_runs: SeedRunsTable;
  sessions: SessionsTable;
  shared_lists: SharedListsTable;
  shelf_tales: ShelfTalesTable;
  shelves: ShelvesTable;
  site_settings: SiteSettingsTable;
  submission_comments: SubmissionCommentsTable;
  submission_versions: SubmissionVersionsTable;
  submissions: SubmissionsTable;
  suggestion_changes: SuggestionChangesTable;
  suggestions: SuggestionsTable;
  tale_categories: TaleCategoriesTable;
  tale_classifications: TaleClassificationsTable;
  tale_credits: TaleCreditsTable;
  tale_drafts: TaleDraftsTable;
  tale_files: TaleFilesTable;
  tale_revisions: TaleRevisionsTable;
  tale_slugs: TaleSlugsTable;
  tales: TalesTable;
  top_tale_counts: TopTaleCountsTable;
  users: UsersTable;
  verifications: VerificationsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_events: WebhookEventsTable;
  webhooks: WebhooksTable;
  zero_result_searches: ZeroResultSearchesTable;
};
