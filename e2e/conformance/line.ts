// One row of the conformance table, and the facts that its check reads.
//
// Elsewhere: the table (conformance.ts, screens.ts), collecting the facts (facts.ts).

export type ScreenFacts = {
  /** Requested address → final path and title. */
  readonly pages: ReadonlyMap<string, { readonly path: string; readonly title: string }>;
  /** "step: label" → attributes. */
  readonly fields: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly banks: readonly string[];
  /** The marks of the banks: their letters and background. */
  readonly marks: readonly { readonly word: string; readonly colour: string }[];
  /** The landing page when the configuration call has no response. */
  readonly fallback: { readonly chat: string; readonly title: string };
  readonly stored: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly home: string;
  readonly deposit: string;
  readonly history: string;
  /** Address → its content: the text, then every link, button, tab, switch and frame as [role name address]. */
  readonly screens: ReadonlyMap<string, string>;
  /** Times from the tap to the request and from the response to the result. */
  readonly spin: { readonly callMs: number; readonly resultMs: number };
  readonly qr: { readonly widthPx: number; readonly heightPx: number; readonly level: string };
  /** Level given to the QR widget → the level that a reader finds in its code; '' is no level. */
  readonly qrLevels: ReadonlyMap<string, string>;
};

export type ConformanceLine = {
  readonly section: string;
  readonly statement: string;
  readonly where: string;
  /** Throws when the running site does not conform; returns its observation, the same in every run. */
  readonly check: (facts: ScreenFacts) => string;
};
