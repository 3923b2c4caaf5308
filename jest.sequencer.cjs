const Sequencer = require('@jest/test-sequencer').default;

/**
 * The longest groups first, so that none of them is left for the end. In a clean clone Jest does not know yet how long
 * they take: those that start the whole service come before the unit specs then.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    const isUnit = ({ path }) => path.includes('/groups/src-');
    return [...sorted.filter((test) => !isUnit(test)), ...sorted.filter(isUnit)];
  }
};
