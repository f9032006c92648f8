import { installPeers, loadPeer } from '../harness/load-peers.ts';

/** The categories of Lighthouse, and the minimum score of each page. */
export const categories = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
} as const;
type Category = keyof typeof categories;

type Audit = { id: string; title: string; score: number | null; displayValue?: string };
type LighthouseResult = {
  lhr: {
    categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
    audits: Record<string, Audit>;
  };
};
type Lighthouse = (
  url: string,
  flags: { port: number; logLevel: 'error'; onlyCategories: readonly string[] },
) => Promise<LighthouseResult | undefined>;

/** The scores of a page from 0 to 100, and the audits that lower them. */
export type PageScores = { scores: Record<Category, number>; faults: string[] };

/** An audit with a lower score lowers the score of its category noticeably. Lighthouse shows it as not passed. */
const passedAuditScore = 0.9;

const toPercent = (score: number | null) => Math.round((score ?? 0) * 100);

/**
 * Runs Lighthouse on a page with its default settings: a phone, with a simulated slow network and a simulated slow processor.
 * @param port the port on which the browser listens for Lighthouse.
 * @throws Error if Lighthouse returns no result.
 */
export const runLighthouse = async (url: string, port: number): Promise<PageScores> => {
  installPeers();
  const { default: lighthouse } = await loadPeer<{ default: Lighthouse }>('lighthouse');
  const names = Object.keys(categories) as Category[];
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: names });
  if (result === undefined) throw new Error(`Lighthouse returned no result for ${url}.`);
  const { lhr } = result;
  const scores = Object.fromEntries(
    names.map((name) => [name, toPercent(lhr.categories[name].score)]),
  ) as Record<Category, number>;
  const faults = names.flatMap((name) =>
    scores[name] === 100
      ? []
      : lhr.categories[name].auditRefs
          .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < passedAuditScore)
          .map(({ id }) =>
            `${name}: ${lhr.audits[id]?.title ?? id} ${lhr.audits[id]?.displayValue ?? ''}`.trim(),
          ),
  );
  return { scores, faults };
};
