// Generated from the migrated database by "npm run talewood -- schema". Do not edit.
import type { ColumnType, Generated } from 'kysely';

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

export type EditorPresenceTable = {
  id: string;
  tale_id: string;
  user_id: string;
  since: Date;
  seen_at: Date;
};

export type FacetCountsTable = {
  author_id: number;
  facet: string;
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

export type SchemaMigrationsTable = {
  name: string;
  checksum: string;
  applied_at: Generated<Date>;
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

export type TaleDraftsTable = {
  user_id: string;
  id: string;
  tale_id: string | null;
  base_version: number | null;
  title: string;
  fields: unknown;
  saved_at: Date;
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

export type ZeroResultSearchesTable = {
  day: string;
  query: string;
  count: number;
};

export type Database = {
  api_keys: ApiKeysTable;
  audit_log: AuditLogTable;
  author_facet_set_counts: AuthorFacetSetCountsTable;
  author_names: AuthorNamesTable;
  author_slugs: AuthorSlugsTable;
  authors: AuthorsTable;
  backup_log: BackupLogTable;
  categories: CategoriesTable;
  category_slugs: CategorySlugsTable;
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
  editor_presence: EditorPresenceTable;
  facet_counts: FacetCountsTable;
  facet_set_counts: FacetSetCountsTable;
  favorites: FavoritesTable;
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
  tale_categories: TaleCategoriesTable;
  tale_classifications: TaleClassificationsTable;
  tale_drafts: TaleDraftsTable;
  tale_revisions: TaleRevisionsTable;
  tale_slugs: TaleSlugsTable;
  tales: TalesTable;
  top_tale_counts: TopTaleCountsTable;
  users: UsersTable;
  verifications: VerificationsTable;
  zero_result_searches: ZeroResultSearchesTable;
};
