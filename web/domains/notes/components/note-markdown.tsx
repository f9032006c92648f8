import { type ReactNode, useMemo } from 'react';
import { type Block, type Inline, parseMarkdown } from '../markdown.ts';
import { HighlightedText } from './highlighted-text.tsx';

type Words = readonly string[];

const InlineView = ({ node, words }: { node: Inline; words: Words }): ReactNode => {
  switch (node.kind) {
    case 'text':
      return <HighlightedText text={node.text} words={words} />;
    case 'code':
      return (
        <code className="rounded-[4px] bg-sunken px-1 py-0.5 text-[0.9em]">
          <HighlightedText text={node.text} words={words} />
        </code>
      );
    case 'strong':
      return <strong>{renderInline(node.content, words)}</strong>;
    case 'emphasis':
      return <em>{renderInline(node.content, words)}</em>;
    case 'link':
      return (
        <a
          href={node.address}
          target="_blank"
          rel="noopener noreferrer"
          className="text-brand underline underline-offset-4"
        >
          {renderInline(node.content, words)}
        </a>
      );
  }
};

const renderInline = (content: readonly Inline[], words: Words): ReactNode =>
  content.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are identified only by their order
    <InlineView key={index} node={node} words={words} />
  ));

const headingSizes: Record<number, string> = { 1: 'text-lg', 2: 'text-base' };

const BlockView = ({ block, words }: { block: Block; words: Words }) => {
  switch (block.kind) {
    // All headings are `h3`, because a note may begin with a heading of any level.
    case 'heading':
      return (
        <h3 className={`font-semibold wrap-anywhere ${headingSizes[block.level] ?? 'text-sm'}`}>
          {renderInline(block.content, words)}
        </h3>
      );
    case 'paragraph':
      return <p className="whitespace-pre-wrap wrap-anywhere">{renderInline(block.content, words)}</p>;
    case 'quote':
      return (
        <blockquote className="border-l-2 border-control pl-3 whitespace-pre-wrap text-muted wrap-anywhere">
          {renderInline(block.content, words)}
        </blockquote>
      );
    case 'code':
      return (
        <pre className="rounded-control bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere">
          <code>
            <HighlightedText text={block.text} words={words} />
          </code>
        </pre>
      );
    case 'list': {
      const items = block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a list are identified only by their order
        <li key={index} className="wrap-anywhere">
          {renderInline(item, words)}
        </li>
      ));
      return block.isOrdered ? (
        <ol start={block.start} className="list-decimal space-y-1 pl-6">
          {items}
        </ol>
      ) : (
        <ul className="list-disc space-y-1 pl-6">{items}</ul>
      );
    }
  }
};

/** Renders the Markdown of a note. @param props.words search words to highlight. */
export const NoteMarkdown = ({ text, words }: { text: string; words: Words }) => {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div className="space-y-2.5">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text are identified only by their order
        <BlockView key={index} block={block} words={words} />
      ))}
    </div>
  );
};
