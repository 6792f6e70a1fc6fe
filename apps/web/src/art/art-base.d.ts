/** The folder of the rendered pictures, filled in by build/art.ts: "/assets/art-<hash>". */
declare const __ART_BASE__: string;
