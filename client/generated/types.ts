// Generated from the contract by `npm run openapi`. Do not edit.

/** The number of clients per value of their latest weekly read. */
export interface AlignmentCounts {
  /** Clients whose latest read is red. */
  readonly red: number;
  /** Clients whose latest read is amber. */
  readonly amber: number;
  /** Clients whose latest read is green. */
  readonly green: number;
  /** Clients without any read. */
  readonly notAssessed: number;
}

/** A client and its weekly read. */
export interface AlignmentEntry {
  /** The id of the client. */
  readonly clientId: string;
  /** The name of the client. */
  readonly clientName: string;
  /** The client's id in your own systems, as imported from the column Client ID; null if there is none. */
  readonly externalClientId: string | null;
  /** The service score, 0 to 200 with one decimal, rounded half up; 100 means that expectations are met. Computed every night from the signals of the 90 days before. Without any data it is the last computed score, else the imported one, else 100. */
  readonly serviceScore: number;
  /** Where the score comes from. `chr2`: computed by this service at least once. `chr1`: imported, or the default of 100 if none was imported. */
  readonly scoreSource: 'chr1' | 'chr2';
  /** The read in effect: the latest one, or with `week` the latest one filed for that week or an earlier one. Null if there is none. */
  readonly alignment: AlignmentRead | null;
}

/** A page of clients with their weekly reads. */
export interface AlignmentList {
  /** The clients of this page, by name (ignoring case and accents), then by id. */
  readonly clients: readonly AlignmentEntry[];
  /** The number of all clients in scope, not only those of this page. */
  readonly total: number;
  /** The `week` of the request exactly as given, also if it is not a Monday; null if none was given. */
  readonly week: string | null;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
}

/** A red, amber or green assessment that a person filed for a client and a week. */
export interface AlignmentRead {
  /** The assessment. */
  readonly value: 'red' | 'amber' | 'green';
  /** The Monday of the week that the read was filed for. */
  readonly week: string;
  /** When the read was filed or last corrected, in UTC. */
  readonly updatedAt: string;
  /** The name of the person who filed it. */
  readonly updatedBy: string;
}

/** How many clients are in the lists that board, morning and assistants show. Fell and rose count what became better or worse, without data that began, ended or arrived late, and leave out clients with data of fewer than two topics. */
export interface AttentionCounts {
  /** Below 100, with data of two topics or more, not archived. */
  readonly toDoFirst: number;
  /** No topic has data: the score is the last one, or 100, and says nothing. */
  readonly noData: number;
  /** One topic has data. */
  readonly littleData: number;
  readonly fell: FellCounts;
  readonly rose: RoseCounts;
  /** With another risk level than 7 days before. */
  readonly changedLevel: number;
}

/** The number of clients per risk level. */
export interface Breakdown {
  /** Clients with a score below 70. */
  readonly highRisk: number;
  /** Clients with a score from 70 to below 100. */
  readonly mediumRisk: number;
  /** Clients with a score from 100 to below 140. */
  readonly lowRisk: number;
  /** Clients with a score of 140 or more. */
  readonly onTrack: number;
}

/** The number of clients per risk level, and of all clients in scope. */
export interface BreakdownWithTotal {
  /** Clients with a score below 70. */
  readonly highRisk: number;
  /** Clients with a score from 70 to below 100. */
  readonly mediumRisk: number;
  /** Clients with a score from 100 to below 140. */
  readonly lowRisk: number;
  /** Clients with a score of 140 or more. */
  readonly onTrack: number;
  /** All clients in scope. */
  readonly total: number;
}

/** A category of topics. */
export interface Category {
  /** The name of the category. */
  readonly name: string;
  /** The abbreviation of the category: SQP, RS or CA. */
  readonly abbreviation: string;
  /** What the category measures. */
  readonly description: string;
  /** The number of its topics. */
  readonly topicCount: number;
}

/** The score of one of the 3 categories of topics. */
export interface CategoryScore {
  /** The name of the category. */
  readonly name: string;
  /** The abbreviation of the category: SQP, RS or CA. */
  readonly abbreviation: string;
  /** The weighted mean of its topics that have data, to one decimal; null if none has. */
  readonly score: number | null;
  /** The number of its topics. */
  readonly topicCount: number;
  /** The number of its topics that have data. */
  readonly scoredTopicCount: number;
}

/** The weekly read of one client. */
export interface ClientAlignment {
  /** The id of the client. */
  readonly clientId: string;
  /** The name of the client. */
  readonly clientName: string;
  /** The client's id in your own systems, as imported from the column Client ID; null if there is none. */
  readonly externalClientId: string | null;
  /** The read in effect: the latest one, or with `week` the latest one filed for that week or an earlier one. Null if there is none. */
  readonly alignment: AlignmentRead | null;
  /** The `week` of the request exactly as given, also if it is not a Monday; null if none was given. */
  readonly week: string | null;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
}

/** A client with the topics behind its score, its history and a summary. */
export interface ClientDetail {
  /** The id of the client. */
  readonly id: string;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
  /** The name of the client, at most 200 characters. */
  readonly name: string;
  /** The service score, 0 to 200 with one decimal, rounded half up; 100 means that expectations are met. Computed every night from the signals of the 90 days before. Without any data it is the last computed score, else the imported one, else 100. */
  readonly score: number;
  /** When the client was last contacted, in UTC: the latest of what its record and its notes say and of the meetings that were held and tickets that were answered, by the imported files; null if never. */
  readonly lastContactDate: string | null;
  /** True if fewer than 8 of the 15 topics have data. The score is then based on little information. */
  readonly hasInsufficientData: boolean;
  /** What is known of the client, with its location, and any further columns of the import. Unknown fields are absent. */
  readonly metadata: ClientDetailMetadata;
  /** When the client last changed, in UTC: the later of its last import and its last nightly score. */
  readonly lastUpdatedAt: string;
  readonly topics: ClientTopics;
  /** The imported summary; if there is none, one composed of the score, what moved it in 30 days, and the lowest topic. */
  readonly spotlightSummary: string;
  /** The newest, if it is in force: it ends after 30 days, on the day that it waits for, once the level is worse than when it was said, and when somebody takes it back. It never changes the score. Null if there is none. */
  readonly followUp: FollowUp | null;
  /** The newest 90 points of the score history. One score per UTC day without gaps, oldest first. Empty before the first night. */
  readonly historicalData: readonly number[];
}

/** What is known of the client, with its location, and any further columns of the import. */
export interface ClientDetailMetadata {
  /** The person in charge of the client; absent if not known. */
  readonly accountOwner?: string;
  /** The industry of the client; absent if not known. */
  readonly industry?: string;
  /** What the client paid in the twelve whole months before the day of the score, or the imported figure; absent if not known. */
  readonly revenueTTM?: number;
  /** The currency of `revenueTTM`, such as EUR; absent if not known. */
  readonly currency?: string;
  /** Present on archived clients only, and on those that left, from `leftAt` on. */
  readonly archived?: true;
  /** The day on which the client gave notice; from then on it is archived and not scored. Absent if it did not. */
  readonly leftAt?: string;
  /** Why it left; absent if not known. */
  readonly leftBecause?: string;
  /** When its contract ends or is renewed; absent if not known. */
  readonly renewsOn?: string;
  /** Where the client is; absent if not known. */
  readonly location?: string;
  readonly [name: string]: MetadataValue | undefined;
}

/** A client as it appears in lists. */
export interface ClientEntry {
  /** The id of the client. */
  readonly id: string;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
  /** The name of the client, at most 200 characters. */
  readonly name: string;
  /** The service score, 0 to 200 with one decimal, rounded half up; 100 means that expectations are met. Computed every night from the signals of the 90 days before. Without any data it is the last computed score, else the imported one, else 100. */
  readonly score: number;
  /** When the client was last contacted, in UTC: the latest of what its record and its notes say and of the meetings that were held and tickets that were answered, by the imported files; null if never. */
  readonly lastContactDate: string | null;
  /** True if fewer than 8 of the 15 topics have data. The score is then based on little information. */
  readonly hasInsufficientData: boolean;
  /** What is known of the client, and any further columns of the import. Unknown fields are absent; `location` is in the client detail only. */
  readonly metadata: ClientMetadata;
}

/** The score history of a client. */
export interface ClientHistory {
  /** The id of the client. */
  readonly clientId: string;
  /** The name of the client. */
  readonly clientName: string;
  /** The newest points of the score history, as many as `days` asks for. One score per UTC day without gaps, oldest first. Empty before the first night. */
  readonly historicalData: readonly number[];
  /** The date of the first score in `historicalData`; each further score is one day later. Null if there is none. */
  readonly firstDataDate: string | null;
  /** The number of scores in `historicalData`. */
  readonly dataPoints: number;
  /** The current score of the client, which is the last point of the history or, without a history, the imported score or 100. */
  readonly currentScore: number;
}

/** The key people at a client. */
export interface ClientKeyPeople {
  /** The id of the client. */
  readonly clientId: string;
  /** The people, by name (ignoring case and accents), then by id. */
  readonly keyPeople: readonly KeyPerson[];
  /** The number of people. */
  readonly total: number;
}

/** A page of clients. */
export interface ClientList {
  /** The clients of this page, highest score first, then by name (ignoring case and accents), then by id. */
  readonly clients: readonly ListedClient[];
  /** The number of all matching entries, not only those of this page. Use it to know when to stop paging. */
  readonly total: number;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
  /** The portfolio that the response is scoped to; null if it covers the whole account. */
  readonly portfolioId: string | null;
  /** With `updated_since`: the ids of clients that were removed, for 30 days; else absent. */
  readonly removed?: readonly string[];
  /** With `updated_since`: its value for the next request, which goes on after this answer. While `total` is more than what is listed and removed here, there is more now; else absent. */
  readonly next?: string;
  /** With `ids`: those that the account does not have; else absent. */
  readonly missing?: readonly string[];
}

/** What is known of the client, and any further columns of the import. */
export interface ClientMetadata {
  /** The person in charge of the client; absent if not known. */
  readonly accountOwner?: string;
  /** The industry of the client; absent if not known. */
  readonly industry?: string;
  /** What the client paid in the twelve whole months before the day of the score, or the imported figure; absent if not known. */
  readonly revenueTTM?: number;
  /** The currency of `revenueTTM`, such as EUR; absent if not known. */
  readonly currency?: string;
  /** Present on archived clients only, and on those that left, from `leftAt` on. */
  readonly archived?: true;
  /** The day on which the client gave notice; from then on it is archived and not scored. Absent if it did not. */
  readonly leftAt?: string;
  /** Why it left; absent if not known. */
  readonly leftBecause?: string;
  /** When its contract ends or is renewed; absent if not known. */
  readonly renewsOn?: string;
  readonly [name: string]: MetadataValue | undefined;
}

/** A note about a client. */
export interface ClientNote {
  /** The id of the note, unique within the client. */
  readonly id: string;
  /** The text of the note, at most 8,000 characters. */
  readonly content: string;
  /** When the note was written, in UTC. */
  readonly createdAt: string;
  /** The name of its author. */
  readonly createdBy: string;
  /** `general`, `meeting`, `call`, `email`, `update` or `milestone`. Expect further values. */
  readonly type: string;
}

/** The newest notes about a client. */
export interface ClientNotes {
  /** The id of the client. */
  readonly clientId: string;
  /** The notes, newest first; of notes with the same time, the one with the larger id first. At most `limit`. */
  readonly notes: readonly ClientNote[];
  /** The number of all notes of the client. */
  readonly total: number;
}

/** The topics of a client that need attention. */
export interface ClientPriorities {
  /** The id of the client. */
  readonly clientId: string;
  /** The topics with a score below 140, worst severity first. Within a severity by the points that the topic takes from the score (its `contribution`), most first, then by topic id. Empty if the client has no data or all topics are on track. */
  readonly priorities: readonly ClientPriority[];
}

/** A topic that needs attention. */
export interface ClientPriority {
  /** The id of the topic, as in `/topics`. */
  readonly topic: string;
  /** The score of the topic, to one decimal. */
  readonly score: number;
  /** The name of its category. */
  readonly category: string;
  /** `critical` below 50, `high` below 70, `medium` below 100, `low` below 140. */
  readonly severity: 'critical' | 'high' | 'medium' | 'low';
  /** What to do about the rows and silences behind the topic, most urgent first. Empty if nothing follows from them, or nothing is known of them. */
  readonly recommendations: readonly string[];
}

/** A page of the clients whose names match. */
export interface ClientSearch {
  /** The clients of this page, best match first; equal matches highest score first, then by name (ignoring case and accents), then by id. */
  readonly clients: readonly ClientEntry[];
  /** The number of all matching entries, not only those of this page. Use it to know when to stop paging. */
  readonly total: number;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
  /** The portfolio that the response is scoped to; null if it covers the whole account. */
  readonly portfolioId: string | null;
  /** The text of the request, exactly as given. */
  readonly query: string;
}

/** The streams of one client. */
export interface ClientStreams {
  /** The streams, highest score first, then by name (ignoring case and accents), then by id. */
  readonly streams: readonly Stream[];
  /** The number of streams listed. */
  readonly total: number;
  /** The id of the client. */
  readonly parentClientId: string;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
}

/** The scores behind the score of the client. */
export interface ClientTopics {
  /** The 3 categories, in the order of `/topics`. */
  readonly categories: readonly CategoryScore[];
  /** The 15 topics, in the order of `/topics`. */
  readonly topics: readonly TopicScore[];
  /** The number of topics, always 15. */
  readonly total: 15;
  /** Why the score changed; absent if there is no earlier score, or no signal that counts now. */
  readonly changes?: ScoreMoves;
  /** The signals behind the largest changes of 30 days (else of 7), largest first, if the score became better or worse by 3 points or more. */
  readonly evidence: readonly Evidence[];
  /** What is bad today in the three topics that take most from the score, and what is open in others below 100, the largest share first. */
  readonly pulledDownBy: readonly Evidence[];
  /** Why to act: what fell in 30 days (else in 7) by 3 points or more, else what pulls the score down, with the rows behind it. Null if there is nothing. */
  readonly reason: string | null;
  /** What to do, most urgent first. Each follows from a row or a silence; without one there is none. */
  readonly nextSteps: readonly string[];
}

/** A page of the clients of one risk level. */
export interface ClientsByRisk {
  /** The clients of this page, highest score first, then by name (ignoring case and accents), then by id. */
  readonly clients: readonly ClientEntry[];
  /** The number of all matching entries, not only those of this page. Use it to know when to stop paging. */
  readonly total: number;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
  /** The portfolio that the response is scoped to; null if it covers the whole account. */
  readonly portfolioId: string | null;
  /** The requested risk level, in camelCase whichever spelling was sent. */
  readonly riskLevel: 'highRisk' | 'mediumRisk' | 'lowRisk' | 'onTrack';
}

/** What needs attention in a stream. */
export interface ContextualClues {
  /** The display names of the topics with a score below 70, lowest score first; ties in the order of `/topics`. */
  readonly activeFires: readonly string[];
  /** True if Budget Stability or Billing and Payment is one of them. */
  readonly budgetIssues: boolean;
}

/** The breakdown in percent with two decimals. Rounded by the largest-remainder method, so the four values add up to exactly 100; all are 0 if no client is in scope. */
export interface Distribution {
  /** The share of high-risk clients, in percent. */
  readonly highRiskPercent: number;
  /** The share of medium-risk clients, in percent. */
  readonly mediumRiskPercent: number;
  /** The share of low-risk clients, in percent. */
  readonly lowRiskPercent: number;
  /** The share of on-track clients, in percent. */
  readonly onTrackPercent: number;
}

/** A signal that moved the score or pulls it down, or a rhythm that broke off. */
export interface Evidence {
  /** The id of its topic. */
  readonly topic: string;
  /** The day of the signal, or of the last event before the rhythm broke off. */
  readonly date: string;
  /** The id of the signal as it was imported; null for a rhythm that broke off. */
  readonly signalId: string | null;
  /** What it says, in words. */
  readonly text: string;
  /** By how many points it moved the score of the client, or of the points that its topic takes from the score its share, to one decimal. */
  readonly points: number;
}

/** Clients that fell, in 7 and in 30 days. */
export interface FellCounts {
  /** Compared with 7 days before. */
  readonly '7day': number;
  /** Compared with 30 days before. */
  readonly '30day': number;
}

/** What somebody of the account did about the client, in force for at most 30 days. */
export interface FollowUp {
  /** What it is. */
  readonly state: 'called' | 'waiting' | 'no-risk';
  /** The same in words. */
  readonly text: string;
  /** When it was said, in UTC. */
  readonly at: string;
  /** Who said it. */
  readonly by: string;
  /** The day that `waiting` waits for. */
  readonly until?: string;
  /** Why there is no risk (`no-risk`). */
  readonly because?: string;
}

/** A way to build on what goes well. */
export interface GrowthRecommendation {
  /** The recommendation in a few words. */
  readonly title: string;
  /** What to do. */
  readonly description: string;
}

/** The health of a portfolio. */
export interface Health {
  /** The mean of the scores of all clients in scope, to one decimal; 0 if no client is in scope. */
  readonly score: number;
  readonly breakdown: Breakdown;
}

/** The health of the account on a day. */
export interface HealthOfDay {
  /** The day, in UTC. */
  readonly date: string;
  /** The mean of the scores of all clients in scope, to one decimal; 0 if no client is in scope. */
  readonly score: number;
  /** The number of clients per risk level. */
  readonly breakdown: BreakdownWithTotal;
}

/** A person at the client. */
export interface KeyPerson {
  /** The id of the person, unique within the client. */
  readonly id: string;
  /** The full name. Empty if not known. */
  readonly name: string;
  /** The job title. Empty if not known. */
  readonly title: string;
  /** The e-mail address. Empty if not known. */
  readonly email: string;
  /** The telephone number. Empty if not known. */
  readonly phone: string;
  /** The role in the work with you, such as a decision maker. Empty if not known. */
  readonly role: string;
  /** The department. Empty if not known. */
  readonly department: string;
}

/** A client that left, and what was said of it before. */
export interface Leaver {
  /** The id of the client. */
  readonly id: string;
  /** The name of the client. */
  readonly name: string;
  /** The day of notice. */
  readonly leftAt: string;
  /** Why it left; absent if not known. */
  readonly leftBecause?: string;
  /** True if the day is that of a list which did not have the client any more. */
  readonly inferred: boolean;
  /** The version of the model that scored it last before notice; null if no night did. */
  readonly modelVersion: number | null;
  /** 90, 60, 30 days and 1 day before notice. */
  readonly scores: readonly ScoreBefore[];
  /** The same of the reads that people filed. */
  readonly reads: readonly ReadBefore[];
  /** Days in a row up to notice on which the score was below 100, 0 for a miss; null if the day before has none. */
  readonly scoreWarned: number | null;
  /** What people did last about the client in the year before notice, in words; absent if there is nothing. */
  readonly followUp?: string;
  /** Days in a row up to notice on which the read was red or amber, 0 for a miss; null if none was filed. */
  readonly peopleWarned: number | null;
  /** Whether it had tickets, work or meetings, and none in its last 60 days. */
  readonly silent: boolean;
}

/** How many clients had a level on the first of a month, and what became of them. */
export interface LevelOutcome {
  /** A risk level, or the value of a read. */
  readonly level: 'highRisk' | 'mediumRisk' | 'lowRisk' | 'onTrack' | 'red' | 'amber' | 'green';
  /** Clients with this level; over several months, a client counts in each. */
  readonly clients: number;
  /** Of these, those that left within 90 days. */
  readonly left: number;
  /** Of those that left: with an inferred date. */
  readonly inferred: number;
  /** Those that did not leave. They are no errors: some may have been saved. */
  readonly stayed: number;
  /** Percent that left. The interval is Wilson’s for one month, and over several from drawing clients again. Absent with fewer than ten leavers. */
  readonly rate?: Rate;
  /** How many times the rate of all levels together; over several months only. */
  readonly multiple?: Rate;
}

/** A client in the list of clients. With `include=details` it has all fields of `/clients/{client_id}` but `followUp`, unless it was removed since the list was made. */
export interface ListedClient {
  /** The id of the client. */
  readonly id: string;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
  /** The name of the client, at most 200 characters. */
  readonly name: string;
  /** The service score, 0 to 200 with one decimal, rounded half up; 100 means that expectations are met. Computed every night from the signals of the 90 days before. Without any data it is the last computed score, else the imported one, else 100. */
  readonly score: number;
  /** When the client was last contacted, in UTC: the latest of what its record and its notes say and of the meetings that were held and tickets that were answered, by the imported files; null if never. */
  readonly lastContactDate: string | null;
  /** True if fewer than 8 of the 15 topics have data. The score is then based on little information. */
  readonly hasInsufficientData: boolean;
  /** What is known of the client, and any further columns of the import. Unknown fields are absent; `location` is there with `include=details` only. */
  readonly metadata: ClientDetailMetadata;
  /** When the client last changed, in UTC: the later of its last import and its last nightly score. */
  readonly lastUpdatedAt?: string;
  readonly topics?: ClientTopics;
  /** The imported summary; if there is none, one composed of the score, what moved it in 30 days, and the lowest topic. */
  readonly spotlightSummary?: string;
  /** The newest 90 points of the score history. One score per UTC day without gaps, oldest first. Empty before the first night. */
  readonly historicalData?: readonly number[];
}

/** A value of your own metadata: text, number or boolean. */
export type MetadataValue = string | number | boolean;

/** The levels on the first of a month. */
export interface MonthOutcome {
  /** The first of the month. */
  readonly date: string;
  /** Worst first. */
  readonly levels: readonly LevelOutcome[];
}

/** A named set of clients. */
export interface Portfolio {
  /** The id of the portfolio: an id of your own, or `all-clients`, `favorite-clients` or `archived-clients`. */
  readonly id: string;
  /** The name of the portfolio. */
  readonly name: string;
  /** The color of the portfolio, such as `#0F766E`. */
  readonly color: string;
  /** What the portfolio is for; absent if there is no description. */
  readonly description?: string;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
  /** The number of clients of the whole portfolio. Archived clients count in `archived-clients` only. */
  readonly clientCount: number;
  /** The users that the portfolio is assigned to; absent if not known. */
  readonly userIds?: readonly string[];
  /** True for All Clients, Favorites and Archived, which every account has. */
  readonly isSystem: boolean;
  /** When the portfolio was created, in UTC; absent if not known. */
  readonly createdAt?: string;
}

/** A client of a portfolio. */
export interface PortfolioClient {
  /** The id of the client. */
  readonly id: string;
  /** The name of the client. */
  readonly name: string;
  /** The service score, 0 to 200 with one decimal, rounded half up; 100 means that expectations are met. Computed every night from the signals of the 90 days before. Without any data it is the last computed score, else the imported one, else 100. */
  readonly score: number;
  /** The newest score compared with the scores exactly 7 and 30 days before. A period without such an earlier score is absent. The whole object is absent if there is neither. */
  readonly scoreChanges?: ScoreChanges;
  /** The texts of the further columns of the portfolio for this client. Empty in system portfolios. */
  readonly extraColumns: {
    readonly [name: string]: string;
  };
}

/** A portfolio with its first clients and its health. */
export interface PortfolioDetail {
  /** The id of the portfolio: an id of your own, or `all-clients`, `favorite-clients` or `archived-clients`. */
  readonly id: string;
  /** The name of the portfolio. */
  readonly name: string;
  /** The color of the portfolio, such as `#0F766E`. */
  readonly color: string;
  /** What the portfolio is for; absent if there is no description. */
  readonly description?: string;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
  /** The number of clients of the whole portfolio. Archived clients count in `archived-clients` only. */
  readonly clientCount: number;
  /** The users that the portfolio is assigned to; absent if not known. */
  readonly userIds?: readonly string[];
  /** True for All Clients, Favorites and Archived, which every account has. */
  readonly isSystem: boolean;
  /** When the portfolio was created, in UTC; absent if not known. */
  readonly createdAt?: string;
  /** The first clients in the order of `/clients`, at most `limit`; absent with `include_clients=false`. Archived clients appear in `archived-clients` only. */
  readonly clients?: readonly PortfolioClient[];
  /** The health of the whole portfolio, whatever `limit` is. */
  readonly health: Health;
}

/** The health of the account or of one portfolio. */
export interface PortfolioHealth {
  /** The mean of the scores of all clients in scope, to one decimal; 0 if no client is in scope. */
  readonly score: number;
  /** The number of clients per risk level. */
  readonly breakdown: BreakdownWithTotal;
  /** The same in percent. */
  readonly distribution: Distribution;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
}

/** The health of the account over time. */
export interface PortfolioHealthHistory {
  /** One entry for each day without gaps, oldest first, from the first day with a scored client on, as many as `days` asks for. Archived clients are left out, and clients that left from the day of notice on. Empty before the first night. */
  readonly history: readonly HealthOfDay[];
  /** The id of the account that owns the API key. */
  readonly customerId: string;
}

/** The portfolios of the account. */
export interface PortfolioList {
  /** All Clients, Favorites and Archived first, then custom portfolios by name (ignoring case and accents). */
  readonly portfolios: readonly Portfolio[];
  /** The number of portfolios. */
  readonly total: number;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
}

/** A rate with the bounds of its 95 % interval. */
export interface Rate {
  /** The rate, to one decimal. */
  readonly value: number;
  /** The lower bound. */
  readonly low: number;
  /** The upper bound. */
  readonly high: number;
}

/** The read so many days before notice. */
export interface ReadBefore {
  /** Days before the day of notice: 90, 60, 30 or 1. */
  readonly daysBefore: number;
  /** As it was filed by that day; null if none was. */
  readonly value: 'red' | 'amber' | 'green' | null;
}

/** What people said in their red, amber and green reads. */
export interface ReadRecord {
  /** Clients that left. */
  readonly leavers: number;
  /** For 90, 60, 30 days and 1 day before notice. */
  readonly before: readonly WarnedBefore[];
  /** The median number of days in a row of warning up to notice, 0 for a miss; null if none is known. */
  readonly medianDays: number | null;
  /** Leavers that were not warned of on the day before notice. */
  readonly missed: number;
  /** The same of leavers with an inferred date; absent if there are none. */
  readonly inferred?: Warnings;
  /** Over all months. Absent in a portfolio. */
  readonly levels?: readonly LevelOutcome[];
  /** The firsts of months of the last year with 90 days behind them. Absent in a portfolio. */
  readonly months?: readonly MonthOutcome[];
}

/** A stream that was removed. */
export interface RemovedStream {
  /** The id of the stream, unique within its client. */
  readonly id: string;
  /** The id of the client that the stream belongs to. */
  readonly parentClientId: string;
}

/** The sum of `revenueTTM` of the clients, in the currency that most of them pay in, and rounded to cents. Clients without a currency count as paying in it, clients without a numeric `revenueTTM` as 0. */
export interface RevenueByRisk {
  /** The revenue of all clients in scope. */
  readonly total: number;
  /** The revenue of high-risk clients. */
  readonly highRisk: number;
  /** The revenue of medium-risk clients. */
  readonly mediumRisk: number;
  /** The revenue of low-risk clients. */
  readonly lowRisk: number;
  /** The revenue of on-track clients. */
  readonly onTrack: number;
  /** The currency of these sums; absent if the import names none. */
  readonly currency?: string;
  /** Clients that pay in another currency, which these sums leave out; absent if there are none. */
  readonly otherCurrencies?: number;
}

/** Clients that rose, in 7 and in 30 days. */
export interface RoseCounts {
  /** Compared with 7 days before. */
  readonly '7day': number;
  /** Compared with 30 days before. */
  readonly '30day': number;
}

/** The score so many days before notice. */
export interface ScoreBefore {
  /** Days before the day of notice: 90, 60, 30 or 1. */
  readonly daysBefore: number;
  /** As people saw it on that day; null if it does not count. */
  readonly score: number | null;
  /** The level of that score. */
  readonly riskLevel: 'highRisk' | 'mediumRisk' | 'lowRisk' | 'onTrack' | null;
  /** Why a point does not count: computed after its day, carried over though no night of the last year computed one, or by another version of the model. */
  readonly leftOut?: 'afterwards' | 'carried' | 'otherModel';
}

/** A score compared with an earlier one. */
export interface ScoreChange {
  /** The current score minus the earlier one, to one decimal. */
  readonly change: number;
  /** The change in percent of the earlier score, to one decimal, rounded half away from zero. If the earlier score is 0: 0 when nothing changed, else 100. */
  readonly percentage: number;
  /** The earlier score. */
  readonly previousScore: number;
}

/** The newest score compared with the scores exactly 7 and 30 days before. A period without such an earlier score is absent. */
export interface ScoreChanges {
  /** Compared with the score of 7 days before; absent without one. */
  readonly '7day'?: ScoreChange;
  /** Compared with the score of 30 days before; absent without one. */
  readonly '30day'?: ScoreChange;
}

/** Why the score changed: the changes of the topics and `other` add up to `change`. */
export interface ScoreMove {
  /** The change of the score, as in `scoreChanges` of lists. */
  readonly change: number;
  /** Of it, what became better or worse: the sum of the topics without `data`. What says who fell or rose uses this. */
  readonly comparable: number;
  /** The topics that changed the score, the largest change first. */
  readonly topics: readonly TopicChange[];
  /** What the topics do not explain: signals that arrived late or were corrected, a measure of which the account had no values then, or a score that was imported or carried forward then. The earlier day is computed again from the signals that are known now. */
  readonly other: number;
}

/** Why the score changed in 7 and in 30 days. */
export interface ScoreMoves {
  /** Since 7 days before; absent without a score of then. */
  readonly '7day'?: ScoreMove;
  /** Since 30 days before; absent without a score of then. */
  readonly '30day'?: ScoreMove;
}

/** What one version of the model said. */
export interface ScoreRecord {
  /** The version of the model. */
  readonly modelVersion: number;
  /** Clients that left. */
  readonly leavers: number;
  /** For 90, 60, 30 days and 1 day before notice. */
  readonly before: readonly WarnedBefore[];
  /** The median number of days in a row of warning up to notice, 0 for a miss; null if none is known. */
  readonly medianDays: number | null;
  /** Leavers that were not warned of on the day before notice. */
  readonly missed: number;
  /** The same of leavers with an inferred date; absent if there are none. */
  readonly inferred?: Warnings;
  /** Over all months. Absent in a portfolio. */
  readonly levels?: readonly LevelOutcome[];
  /** The firsts of months of the last year with 90 days behind them. Absent in a portfolio. */
  readonly months?: readonly MonthOutcome[];
}

/** Statistics over the clients in scope. */
export interface StatisticsOverview {
  /** The id of the account that owns the API key. */
  readonly customerId: string;
  /** The portfolio that the response is scoped to; null if it covers the whole account. */
  readonly portfolioId: string | null;
  /** The number of clients in scope. */
  readonly total: number;
  /** The mean of the scores of all clients in scope, to one decimal; 0 if no client is in scope. */
  readonly score: number;
  /** The median score. With an even number of clients it is the mean of the middle two, to one decimal; 0 if no client is in scope. */
  readonly medianScore: number;
  /** The lowest score; 0 if no client is in scope. */
  readonly minScore: number;
  /** The highest score; 0 if no client is in scope. */
  readonly maxScore: number;
  /** The number of clients per risk level. */
  readonly breakdown: BreakdownWithTotal;
  /** The same in percent. */
  readonly distribution: Distribution;
  readonly trends: Trends;
  readonly alignment: AlignmentCounts;
  /** Clients with `hasInsufficientData`. */
  readonly insufficientDataCount: number;
  /** Archived clients of the account or portfolio, also if `include_archived` is false and the other figures leave them out. */
  readonly archivedCount: number;
  readonly attention: AttentionCounts;
  /** Active streams of the clients in scope. */
  readonly streamCount: number;
  /** The sum of `revenueTTM` of the clients, per risk level. */
  readonly revenueTTM: RevenueByRisk;
  /** When scores were last computed: 00:00 UTC of that day; null before the first time. */
  readonly scoresUpdatedAt: string | null;
  /** Whether the score warned before clients left; null before scores were first computed. Also counts archived clients. */
  readonly trackRecord: TrackRecord | null;
  /** What is wrong with the files that the account sends, on the day of the scores: feeds that are late, empty, refused or lost a column; at most 20. Absent if nothing is, and in a portfolio. */
  readonly feedFaults?: readonly string[];
}

/** A stream: a sub-project of a client. */
export interface Stream {
  /** The id of the stream, unique within its client. */
  readonly id: string;
  /** The name of the stream. */
  readonly name: string;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
  /** The id of the client that the stream belongs to. */
  readonly parentClientId: string;
  /** The name of that client. */
  readonly parentClientName: string;
  /** The service score, 0 to 200 with one decimal, rounded half up; 100 means that expectations are met. Computed every night from the signals of the 90 days before. Without any data it is the last computed score, else the imported one, else 100. */
  readonly score: number;
  /** The state of the stream. Lists contain active streams only, unless `include_inactive` is true. */
  readonly streamState: 'active' | 'inactive' | 'pending';
  /** The goals of the stream; null if there are none. */
  readonly goals: string | null;
  /** True if fewer than 8 of the 15 topics have data. The score is then based on little information. */
  readonly hasInsufficientData: boolean;
  /** The newest 30 points of the score history. One score per UTC day without gaps, oldest first. Empty before the first night. */
  readonly historicalData: readonly number[];
  /** The newest score compared with the scores exactly 7 and 30 days before. A period without such an earlier score is absent. The whole object is absent if there is neither. */
  readonly scoreChanges?: ScoreChanges;
}

/** A stream with its full history, insights and recommendations. */
export interface StreamDetail {
  /** The id of the stream, unique within its client. */
  readonly id: string;
  /** The name of the stream. */
  readonly name: string;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
  /** The id of the client that the stream belongs to. */
  readonly parentClientId: string;
  /** The name of that client. */
  readonly parentClientName: string;
  /** The service score, 0 to 200 with one decimal, rounded half up; 100 means that expectations are met. Computed every night from the signals of the 90 days before. Without any data it is the last computed score, else the imported one, else 100. */
  readonly score: number;
  /** The state of the stream. Lists contain active streams only, unless `include_inactive` is true. */
  readonly streamState: 'active' | 'inactive' | 'pending';
  /** The goals of the stream; null if there are none. */
  readonly goals: string | null;
  /** True if fewer than 8 of the 15 topics have data. The score is then based on little information. */
  readonly hasInsufficientData: boolean;
  /** The newest 365 points of the score history. One score per UTC day without gaps, oldest first. Empty before the first night. */
  readonly historicalData: readonly number[];
  /** The newest score compared with the scores exactly 7 and 30 days before. A period without such an earlier score is absent. The whole object is absent if there is neither. */
  readonly scoreChanges?: ScoreChanges;
  /** The imported summary; if there is none, one composed of the score, its 30-day change and the lowest topic. */
  readonly spotlight: string;
  /** The newest weeks with insights, newest first, at most 12. */
  readonly insights: readonly WeekOfInsights[];
  /** What needs attention in the stream. */
  readonly contextualClues: ContextualClues;
  /** The positive insights of the newest week with insights, at most 3. None for a stream below 100, or that fell by 10 points or more in 30 days. */
  readonly growthRecommendations: readonly GrowthRecommendation[];
}

/** Something the analytics engine observed. */
export interface StreamInsight {
  /** What it is about. */
  readonly topic: string;
  /** What was observed, at most 500 characters. */
  readonly summary: string;
  /** `positive`, `neutral`, `negative` or `mixed`. Expect further values. */
  readonly sentiment: string;
}

/** A page of streams. */
export interface StreamList {
  /** The streams, highest score first, then by name (ignoring case and accents), then by id. */
  readonly streams: readonly Stream[];
  /** The number of all matching entries, not only those of this page. Use it to know when to stop paging. */
  readonly total: number;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
  /** With `updated_since`: the streams that were removed, for 30 days; else absent. */
  readonly removed?: readonly RemovedStream[];
  /** With `updated_since`: its value for the next request, which goes on after this answer. While `total` is more than what is listed and removed here, there is more now; else absent. */
  readonly next?: string;
}

/** One of the 15 dimensions that scores are computed from. */
export interface Topic {
  /** The id of the topic. */
  readonly id: string;
  /** The label of the topic. */
  readonly displayName: string;
  /** What the topic measures. */
  readonly description: string;
  /** The name of its category. */
  readonly category: string;
}

/** What one topic adds to or takes from the change of the score. */
export interface TopicChange {
  /** The id of the topic, as in `/topics`. */
  readonly id: string;
  /** By how many points it changed the score, to one decimal; compared over the topics that have data on both days. */
  readonly change: number;
  /** `ended` if the topic had data then and has none now, `began` the other way round; else absent. With it, `change` is what that alone contributes: nothing has become better or worse. */
  readonly data?: 'began' | 'ended';
}

/** The topics and their categories. */
export interface TopicList {
  /** The 15 topics, by category. */
  readonly topics: readonly Topic[];
  /** The 3 categories. */
  readonly categories: readonly Category[];
  /** The number of topics, always 15. */
  readonly total: 15;
}

/** The score of one of the 15 topics. */
export interface TopicScore {
  /** The id of the topic, as in `/topics`. */
  readonly id: string;
  /** The label of the topic. */
  readonly displayName: string;
  /** The name of its category. */
  readonly category: string;
  /** The score of the topic, to one decimal; null if the topic has no signals in the 90 days before the last nightly scoring. */
  readonly score: number | null;
  /** The weight of the topic in the client score. Topics with data share the weight of those without. Rounded to four decimals, so the weights add up to 1 only approximately. */
  readonly weight: number;
  /** By how many points the topic moves the score from 100, to one decimal. Rounded by the largest-remainder method, so the contributions add up to the score minus 100; all are 0 if the score was imported or carried forward. */
  readonly contribution: number;
  /** True if the topic has no data. */
  readonly hasInsufficientData: boolean;
}

/** What score and people said of the clients that left in the last year. Counts of what happened, and no prediction. Only scores count that people saw on their day: computed in that night, or carried over from an earlier one. */
export interface TrackRecord {
  /** The first day of notice that counts. */
  readonly from: string;
  /** The last one: the night that is shown. */
  readonly to: string;
  /** Clients in scope that left in these days. */
  readonly left: number;
  /** Of these, those with an inferred date. */
  readonly inferred: number;
  /** Of these, those that no night scored before notice. */
  readonly unscored: number;
  /** Of these, those that had tickets, work or meetings, and none in their last 60 days. */
  readonly silent: number;
  /** Archived clients without a day of notice, which are left out. */
  readonly undated: number;
  /** By version of the model, the newest first. */
  readonly score: readonly ScoreRecord[];
  readonly reads: ReadRecord;
  readonly warnedFirst: WhoWarnedFirst;
  /** The last 50, newest first. Absent in a portfolio. */
  readonly leavers?: readonly Leaver[];
}

/** How the scores of the clients moved over a period. Clients without an earlier score are not counted. */
export interface Trend {
  /** Clients whose score rose. */
  readonly improving: number;
  /** Clients whose score fell. */
  readonly declining: number;
  /** Clients whose score is the same. */
  readonly stable: number;
  /** The mean change of these clients, to one decimal, rounded half away from zero; 0 if there are none. */
  readonly averageChange: number;
}

/** A client in the list of trending clients. */
export interface TrendingClientEntry {
  /** The id of the client. */
  readonly id: string;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
  /** The name of the client, at most 200 characters. */
  readonly name: string;
  /** The service score, 0 to 200 with one decimal, rounded half up; 100 means that expectations are met. Computed every night from the signals of the 90 days before. Without any data it is the last computed score, else the imported one, else 100. */
  readonly score: number;
  /** When the client was last contacted, in UTC: the latest of what its record and its notes say and of the meetings that were held and tickets that were answered, by the imported files; null if never. */
  readonly lastContactDate: string | null;
  /** True if fewer than 8 of the 15 topics have data. The score is then based on little information. */
  readonly hasInsufficientData: boolean;
  /** What is known of the client, and any further columns of the import. Unknown fields are absent; `location` is in the client detail only. */
  readonly metadata: ClientMetadata;
  /** How the score moved over 7 and over 30 days. */
  readonly scoreChanges: ScoreChanges;
}

/** A page of the clients whose scores moved. */
export interface TrendingClients {
  /** The clients of this page, largest absolute change first; equal changes in the order of `/clients`. */
  readonly clients: readonly TrendingClientEntry[];
  /** The number of all matching entries, not only those of this page. Use it to know when to stop paging. */
  readonly total: number;
  /** The id of the account that owns the API key. */
  readonly customerId: string;
  /** The portfolio that the response is scoped to; null if it covers the whole account. */
  readonly portfolioId: string | null;
  /** The requested direction; null if none was given, which lists improving and declining clients. */
  readonly direction: 'improving' | 'declining' | 'stable' | null;
  /** The period over which scores are compared. */
  readonly period: '30day' | '7day';
}

/** How the scores moved over 7 and over 30 days. */
export interface Trends {
  /** Compared with 7 days before. */
  readonly '7day': Trend;
  /** Compared with 30 days before. */
  readonly '30day': Trend;
}

/** What was said of leavers so many days before notice. */
export interface WarnedBefore {
  /** Days before the day of notice: 90, 60, 30 or 1. */
  readonly daysBefore: number;
  /** Leavers of which something was said on that day. */
  readonly known: number;
  /** Of these, those below 70, or red. */
  readonly worst: number;
  /** Of these, those below 100, or red or amber. */
  readonly warned: number;
}

/** Leavers that one side warned of before the other. */
export interface WarnedFirst {
  /** Their number. */
  readonly clients: number;
  /** The median number of days before the other side; null if there are none. */
  readonly medianDays: number | null;
}

/** How many leavers were warned of, and since when. */
export interface Warnings {
  /** Clients that left. */
  readonly leavers: number;
  /** For 90, 60, 30 days and 1 day before notice. */
  readonly before: readonly WarnedBefore[];
  /** The median number of days in a row of warning up to notice, 0 for a miss; null if none is known. */
  readonly medianDays: number | null;
  /** Leavers that were not warned of on the day before notice. */
  readonly missed: number;
}

/** The insights of one week. */
export interface WeekOfInsights {
  /** The date of the week, as imported; typically its Monday. */
  readonly weekDate: string;
  /** The insights of the week. */
  readonly insights: readonly StreamInsight[];
}

/** Who warned of leavers first. */
export interface WhoWarnedFirst {
  /** The score did. */
  readonly score: WarnedFirst;
  /** People did. */
  readonly people: WarnedFirst;
  /** Both on the same day. */
  readonly sameDay: number;
  /** Nobody did. */
  readonly nobody: number;
  /** The day before notice has no score that counts. */
  readonly unknown: number;
}
