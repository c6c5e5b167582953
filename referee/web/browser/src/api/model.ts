/** The answers of the API, by the names of its OpenAPI document. */

import type { components } from "./schema.ts";

type Schemas = components["schemas"];

export type Board = Schemas["Board"];
export type Piece = Schemas["Piece"];
export type Delta = Schemas["Delta"];
export type League = Schemas["League"];
export type TableRow = Schemas["TableRow"];
export type FormatView = Schemas["FormatView"];
export type Arrival = Schemas["Arrival"];
export type Contest = Schemas["Contest"];
export type ComparisonView = Schemas["ComparisonView"];
export type Meeting = Schemas["Meeting"];
export type RatingLine = Schemas["RatingLine"];
export type RatingPoint = Schemas["RatingPoint"];
export type BotView = Schemas["BotView"];
export type TimeBin = Schemas["TimeBin"];
export type MatchLine = Schemas["MatchLine"];
export type LiveLine = Schemas["LiveLine"];
export type LivePosition = Schemas["LivePosition"];
export type Hidden = Schemas["Hidden"];
export type MatchPage = Schemas["MatchPage"];
export type MatchView = Schemas["MatchView"];
export type SeatResult = Schemas["SeatResult"];
export type Steps = Schemas["Steps"];
export type Step = Schemas["Step"];
export type Thought = Schemas["Thought"];
export type Question = Schemas["Question"];
export type Asked = Schemas["Asked"];
export type End = Schemas["End"];
export type AnalysedChoice = Schemas["AnalysedChoice"];
export type MatchAnalysis = Schemas["MatchAnalysis"];
export type Fairness = Schemas["Fairness"];
export type EntryTerms = Schemas["EntryTerms"];
export type Announced = Schemas["Announced"];
export type JoinedOwner = Schemas["JoinedOwner"];
export type Mine = Schemas["Mine"];
export type EntryLine = Schemas["EntryLine"];
export type SubmissionLine = Schemas["SubmissionLine"];
export type SubmissionPage = Schemas["SubmissionPage"];
export type SubmissionProgress = Schemas["SubmissionProgress"];
export type OwnedMatchLine = Schemas["OwnedMatchLine"];
export type OwnedSeatLine = Schemas["OwnedSeatLine"];
export type OwnedMatches = Schemas["OwnedMatches"];
export type BotToken = Schemas["BotToken"];
export type FriendlyAsked = Schemas["FriendlyAsked"];
