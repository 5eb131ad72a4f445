import { type ReactNode, useId } from 'react';
import { formatCount } from '#src/ui/format.ts';

type Props = {
  title: string;
  /** The main figures in words. */
  summary: string;
  /** Shown when there is nothing to draw. */
  empty: string;
  kind: 'bars' | 'line';
  /** `short`: the label on the axis, if not the same. */
  points: readonly { label: string; short?: string; value: number }[];
  /** Top of the axis. Default: a round number above the highest value. */
  max?: number;
  format?: (value: number) => string;
  /** Headings of the table: labels and values. */
  columns: readonly [string, string];
  /** Values to compare with, drawn as a dashed line. */
  compared?: { name: string; values: readonly number[] } | undefined;
  /** A choice of what is shown, below the drawing. */
  children?: ReactNode;
};

/** Size of the drawing in its own units; it is stretched to the width of the page. */
const STEP = 10;
const BAR = 7;
const HEIGHT = 100;

/** A bar or line chart with a caption, a summary and its figures in a table. Without colours of its own, for all themes. */
export function Chart({ title, summary, empty, kind, points, format = formatCount, columns, compared, children, ...rest }: Props) {
  const id = useId();
  const values = [...points.map(({ value }) => value), ...(compared?.values ?? [])];
  const isEmpty = values.every((value) => value === 0);
  const max = rest.max ?? roundUp(Math.max(...values));
  const yOf = (value: number) => HEIGHT - (value / max) * HEIGHT;
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      {isEmpty ? (
        <>
          <p className="chart-summary">{empty}</p>
          {children}
        </>
      ) : (
        <>
          <p className="chart-summary" id={`${id}-summary`}>
            {summary}
          </p>
          {compared === undefined ? null : (
            <p className="chart-key" aria-hidden="true">
              <svg viewBox="0 0 32 8" aria-hidden="true">
                <path className="chart-compared" d="M0 4H32" />
              </svg>
              {compared.name}
            </p>
          )}
          <div className="chart-plot">
            <div className="chart-axis figures" aria-hidden="true">
              {[max, max / 2, 0].map((value) => (
                <span key={value}>{Number.isInteger(value) ? format(value) : ''}</span>
              ))}
            </div>
            <svg
              role="img"
              aria-label={title}
              aria-describedby={`${id}-summary`}
              viewBox={`0 0 ${points.length * STEP} ${HEIGHT}`}
              preserveAspectRatio="none"
            >
              <path className="chart-grid" d={`M0 0H${points.length * STEP}M0 ${HEIGHT / 2}H${points.length * STEP}`} />
              {kind === 'line' ? <path className="chart-line" d={linePath(points.map(({ value }) => yOf(value)))} /> : null}
              {kind === 'bars'
                ? points.map(({ label, value }, at) => (
                    <rect key={label} x={at * STEP + (STEP - BAR) / 2} y={yOf(value)} width={BAR} height={HEIGHT - yOf(value)}>
                      <title>{`${label}: ${format(value)}`}</title>
                    </rect>
                  ))
                : null}
              {compared === undefined ? null : (
                <>
                  <path className="chart-halo" d={linePath(compared.values.map(yOf))} />
                  <path className="chart-compared" d={linePath(compared.values.map(yOf))} />
                </>
              )}
              <path className="chart-base" d={`M0 ${HEIGHT}H${points.length * STEP}`} />
            </svg>
            <div className="chart-labels figures" aria-hidden="true">
              {labelled(points).map((point) => (
                <span key={point.label}>{point.short ?? point.label}</span>
              ))}
            </div>
          </div>
          {children}
          <details className="chart-data">
            <summary>Figures: {title}</summary>
            <FigureTable points={points} columns={columns} compared={compared} format={format} />
          </details>
        </>
      )}
    </figure>
  );
}

function FigureTable({
  points,
  columns,
  compared,
  format,
}: Required<Pick<Props, 'points' | 'columns' | 'format'>> & Pick<Props, 'compared'>) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          {compared === undefined ? null : <th scope="col">{compared.name}</th>}
        </tr>
      </thead>
      <tbody>
        {points.map(({ label, value }, at) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{format(value)}</td>
            {compared === undefined ? null : <td>{format(compared.values[at] ?? 0)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the first and the last point; among many, also the one in the middle. */
function labelled(points: Props['points']): Props['points'] {
  const middle = Math.floor(points.length / 2);
  return points.filter((_, at) => at === 0 || at === points.length - 1 || (at === middle && points.length > 12));
}

/** A line through the middle of each step; a single value is drawn over the whole step. */
function linePath(heights: readonly number[]): string {
  if (heights.length === 1) return `M0 ${heights[0]}H${STEP}`;
  return `M${heights.map((y, at) => `${at * STEP + STEP / 2} ${y}`).join('L')}`;
}

/** Returns the next whole number with one or two significant digits, whose half is as short where possible. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const tops = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10].map((step) => step * unit);
  return tops.find((top) => top >= value && Number.isInteger(top)) ?? 10 * unit;
}
