// Generated from the contract by `npm run openapi`. Do not edit.

export interface AlignmentList {
  readonly clients: readonly {
    readonly clientId: string;
    readonly clientName: string;
    /** The customer's own id of the client. */
    readonly externalClientId: string | null;
    /** Service score, 0 to 200; 100 meets expectations. */
    readonly serviceScore: number;
    readonly scoreSource: 'chr1' | 'chr2';
    /** null: no read on or before the week. */
    readonly alignment: AlignmentRead | null;
  }[];
  readonly total: number;
  /** Echo of the requested week; null when none was. */
  readonly week: string | null;
  /** The customer account that owns the key. */
  readonly customerId: string;
}

export interface AlignmentRead {
  readonly value: 'red' | 'amber' | 'green';
  /** Monday of the week that the read was filed for. */
  readonly week: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
}

/** Clients per risk level. */
export interface Breakdown {
  readonly highRisk: number;
  readonly mediumRisk: number;
  readonly lowRisk: number;
  readonly onTrack: number;
}

export interface BreakdownWithTotal {
  readonly highRisk: number;
  readonly mediumRisk: number;
  readonly lowRisk: number;
  readonly onTrack: number;
  readonly total: number;
}

export interface ClientAlignment {
  readonly clientId: string;
  readonly clientName: string;
  /** The customer's own id of the client. */
  readonly externalClientId: string | null;
  /** null: no read on or before the week. */
  readonly alignment: AlignmentRead | null;
  /** Echo of the requested week; null when none was. */
  readonly week: string | null;
  /** The customer account that owns the key. */
  readonly customerId: string;
}

export interface ClientDetail {
  readonly id: string;
  /** The customer account that owns the key. */
  readonly customerId: string;
  readonly name: string;
  /** Service score, 0 to 200; 100 meets expectations. */
  readonly score: number;
  /** null: never contacted. */
  readonly lastContactDate: string | null;
  /** Fewer than 8 of the 15 topics have data. */
  readonly hasInsufficientData: boolean;
  readonly metadata: {
    readonly accountOwner?: string;
    readonly industry?: string;
    readonly revenueTTM?: number;
    readonly location?: string;
    readonly [name: string]: string | number | boolean | undefined;
  };
  readonly lastUpdatedAt: string;
  readonly topics: {
    readonly categories: readonly {
      readonly name: string;
      readonly abbreviation: string;
      readonly score: number | null;
      readonly topicCount: number;
      readonly scoredTopicCount: number;
    }[];
    readonly topics: readonly {
      readonly id: string;
      readonly displayName: string;
      readonly category: string;
      readonly score: number | null;
      readonly weight: number;
      /** Points by which this topic moves the score away from 100. */
      readonly contribution: number;
      readonly hasInsufficientData: boolean;
    }[];
    readonly total: 15;
  };
  readonly spotlightSummary: string;
  /** One score per day, oldest first. */
  readonly historicalData: readonly number[];
}

export interface ClientEntry {
  readonly id: string;
  /** The customer account that owns the key. */
  readonly customerId: string;
  readonly name: string;
  /** Service score, 0 to 200; 100 meets expectations. */
  readonly score: number;
  /** null: never contacted. */
  readonly lastContactDate: string | null;
  /** Fewer than 8 of the 15 topics have data. */
  readonly hasInsufficientData: boolean;
  readonly metadata: {
    readonly accountOwner?: string;
    readonly industry?: string;
    readonly revenueTTM?: number;
    readonly [name: string]: string | number | boolean | undefined;
  };
}

export interface ClientHistory {
  readonly clientId: string;
  readonly clientName: string;
  /** One score per day, oldest first. */
  readonly historicalData: readonly number[];
  /** The date of the first score in historicalData. */
  readonly firstDataDate: string | null;
  readonly dataPoints: number;
  /** Service score, 0 to 200; 100 meets expectations. */
  readonly currentScore: number;
}

export interface ClientKeyPeople {
  readonly clientId: string;
  readonly keyPeople: readonly {
    readonly id: string;
    readonly name: string;
    /** Empty when not known. */
    readonly title: string;
    /** Empty when not known. */
    readonly email: string;
    /** Empty when not known. */
    readonly phone: string;
    /** Empty when not known. */
    readonly role: string;
    /** Empty when not known. */
    readonly department: string;
  }[];
  readonly total: number;
}

export interface ClientNotes {
  readonly clientId: string;
  readonly notes: readonly {
    readonly id: string;
    readonly content: string;
    readonly createdAt: string;
    readonly createdBy: string;
    /** general, meeting, call, email, update, milestone; new ones may come. */
    readonly type: string;
  }[];
  /** All notes of the client. */
  readonly total: number;
}

export interface ClientPriorities {
  readonly clientId: string;
  readonly priorities: readonly {
    /** The id of a topic. */
    readonly topic: string;
    /** Service score, 0 to 200; 100 meets expectations. */
    readonly score: number;
    readonly category: string;
    readonly severity: 'critical' | 'high' | 'medium' | 'low';
    readonly recommendations: readonly string[];
  }[];
}

export interface ClientSearch {
  readonly clients: readonly ClientEntry[];
  /** All matching entries, before the page was cut. */
  readonly total: number;
  /** The customer account that owns the key. */
  readonly customerId: string;
  /** The portfolio that the answer is scoped to; null: the whole account. */
  readonly portfolioId: string | null;
  readonly query: string;
}

export interface ClientStreams {
  readonly streams: readonly Stream[];
  /** All matching entries, before the page was cut. */
  readonly total: number;
  readonly parentClientId: string;
  /** The customer account that owns the key. */
  readonly customerId: string;
}

export interface Clients {
  readonly clients: readonly ClientEntry[];
  /** All matching entries, before the page was cut. */
  readonly total: number;
  /** The customer account that owns the key. */
  readonly customerId: string;
  /** The portfolio that the answer is scoped to; null: the whole account. */
  readonly portfolioId: string | null;
}

export interface ClientsByRisk {
  readonly clients: readonly ClientEntry[];
  /** All matching entries, before the page was cut. */
  readonly total: number;
  /** The customer account that owns the key. */
  readonly customerId: string;
  /** The portfolio that the answer is scoped to; null: the whole account. */
  readonly portfolioId: string | null;
  readonly riskLevel: 'highRisk' | 'mediumRisk' | 'lowRisk' | 'onTrack';
}

/** The breakdown in percent; adds up to 100, or is all 0 for an empty scope. */
export interface Distribution {
  readonly highRiskPercent: number;
  readonly mediumRiskPercent: number;
  readonly lowRiskPercent: number;
  readonly onTrackPercent: number;
}

export interface Portfolio {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly description?: string;
  /** The customer account that owns the key. */
  readonly customerId?: string;
  /** Clients of the whole portfolio. */
  readonly clientCount: number;
  readonly userIds?: readonly string[];
  readonly isSystem: boolean;
  readonly createdAt?: string;
}

export interface PortfolioDetail {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly description?: string;
  /** The customer account that owns the key. */
  readonly customerId?: string;
  /** Clients of the whole portfolio. */
  readonly clientCount: number;
  readonly userIds?: readonly string[];
  readonly isSystem: boolean;
  readonly createdAt?: string;
  /** Cut by limit; absent with include_clients=false. */
  readonly clients?: readonly {
    readonly id: string;
    readonly name: string;
    /** Service score, 0 to 200; 100 meets expectations. */
    readonly score: number;
    readonly scoreChanges?: ScoreChanges;
    readonly extraColumns: {
      readonly [name: string]: string;
    };
  }[];
  /** Of the whole portfolio. */
  readonly health: {
    /** Service score, 0 to 200; 100 meets expectations. */
    readonly score: number;
    readonly breakdown: Breakdown;
  };
}

export interface PortfolioHealth {
  /** Service score, 0 to 200; 100 meets expectations. */
  readonly score: number;
  readonly breakdown: BreakdownWithTotal;
  readonly distribution: Distribution;
  /** The customer account that owns the key. */
  readonly customerId: string;
}

export interface Portfolios {
  readonly portfolios: readonly Portfolio[];
  /** All matching entries, before the page was cut. */
  readonly total: number;
  /** The customer account that owns the key. */
  readonly customerId: string;
}

/** Against the score of 7 and of 30 days before; absent without one. */
export interface ScoreChanges {
  readonly '7day'?: {
    readonly change: number;
    readonly percentage: number;
    /** Service score, 0 to 200; 100 meets expectations. */
    readonly previousScore: number;
  };
  readonly '30day'?: {
    readonly change: number;
    readonly percentage: number;
    /** Service score, 0 to 200; 100 meets expectations. */
    readonly previousScore: number;
  };
}

export interface StatisticsOverview {
  /** The customer account that owns the key. */
  readonly customerId: string;
  /** The portfolio that the answer is scoped to; null: the whole account. */
  readonly portfolioId: string | null;
  readonly total: number;
  /** Service score, 0 to 200; 100 meets expectations. */
  readonly score: number;
  /** Service score, 0 to 200; 100 meets expectations. */
  readonly medianScore: number;
  /** Service score, 0 to 200; 100 meets expectations. */
  readonly minScore: number;
  /** Service score, 0 to 200; 100 meets expectations. */
  readonly maxScore: number;
  readonly breakdown: BreakdownWithTotal;
  readonly distribution: Distribution;
  readonly trends: {
    readonly '7day': {
      readonly improving: number;
      readonly declining: number;
      readonly stable: number;
      readonly averageChange: number;
    };
    readonly '30day': {
      readonly improving: number;
      readonly declining: number;
      readonly stable: number;
      readonly averageChange: number;
    };
  };
  readonly alignment: {
    readonly red: number;
    readonly amber: number;
    readonly green: number;
    readonly notAssessed: number;
  };
  readonly insufficientDataCount: number;
  readonly archivedCount: number;
  readonly streamCount: number;
  readonly revenueTTM: {
    readonly total: number;
    readonly highRisk: number;
    readonly mediumRisk: number;
    readonly lowRisk: number;
    readonly onTrack: number;
  };
  /** The last nightly run; null before the first. */
  readonly scoresUpdatedAt: string | null;
}

export interface Stream {
  readonly id: string;
  readonly name: string;
  /** The customer account that owns the key. */
  readonly customerId: string;
  readonly parentClientId: string;
  readonly parentClientName: string;
  /** Service score, 0 to 200; 100 meets expectations. */
  readonly score: number;
  readonly streamState: 'active' | 'inactive' | 'pending';
  readonly goals: string | null;
  readonly hasInsufficientData: boolean;
  /** One score per day, oldest first. */
  readonly historicalData: readonly number[];
  readonly scoreChanges?: ScoreChanges;
}

export interface StreamDetail {
  readonly id: string;
  readonly name: string;
  /** The customer account that owns the key. */
  readonly customerId: string;
  readonly parentClientId: string;
  readonly parentClientName: string;
  /** Service score, 0 to 200; 100 meets expectations. */
  readonly score: number;
  readonly streamState: 'active' | 'inactive' | 'pending';
  readonly goals: string | null;
  readonly hasInsufficientData: boolean;
  /** One score per day, oldest first. */
  readonly historicalData: readonly number[];
  readonly scoreChanges?: ScoreChanges;
  readonly spotlight: string;
  /** At most 12 weeks, newest first. */
  readonly insights: readonly {
    readonly weekDate: string;
    readonly insights: readonly {
      readonly topic: string;
      readonly summary: string;
      /** positive, neutral, negative, mixed; new ones may come. */
      readonly sentiment: string;
    }[];
  }[];
  readonly contextualClues: {
    readonly activeFires: readonly string[];
    readonly budgetIssues: boolean;
  };
  readonly growthRecommendations: readonly {
    readonly title: string;
    readonly description: string;
  }[];
}

export interface Streams {
  readonly streams: readonly Stream[];
  /** All matching entries, before the page was cut. */
  readonly total: number;
  /** The customer account that owns the key. */
  readonly customerId: string;
}

export interface Topics {
  readonly topics: readonly {
    readonly id: string;
    readonly displayName: string;
    readonly description: string;
    /** The name of its category. */
    readonly category: string;
  }[];
  readonly categories: readonly {
    readonly name: string;
    readonly abbreviation: string;
    readonly description: string;
    readonly topicCount: number;
  }[];
  readonly total: 15;
}

export interface TrendingClientEntry {
  readonly id: string;
  /** The customer account that owns the key. */
  readonly customerId: string;
  readonly name: string;
  /** Service score, 0 to 200; 100 meets expectations. */
  readonly score: number;
  /** null: never contacted. */
  readonly lastContactDate: string | null;
  /** Fewer than 8 of the 15 topics have data. */
  readonly hasInsufficientData: boolean;
  readonly metadata: {
    readonly accountOwner?: string;
    readonly industry?: string;
    readonly revenueTTM?: number;
    readonly [name: string]: string | number | boolean | undefined;
  };
  readonly scoreChanges: ScoreChanges;
}

export interface TrendingClients {
  readonly clients: readonly TrendingClientEntry[];
  /** All matching entries, before the page was cut. */
  readonly total: number;
  /** The customer account that owns the key. */
  readonly customerId: string;
  /** The portfolio that the answer is scoped to; null: the whole account. */
  readonly portfolioId: string | null;
  readonly direction: 'improving' | 'declining' | 'stable' | null;
  readonly period: '30day' | '7day';
}
