/**
 * The Java SDK of Tianming: write a bot, and let it play.
 *
 * <p>A bot is a function from a question to the index of an option:
 *
 * <pre>{@code
 * public static void main(String[] arguments) throws InterruptedException {
 *   Tianming.run(question -> question.match().random().nextInt(question.optionCount()));
 * }
 * }</pre>
 *
 * <p>A class that implements {@link com.github.tianmingreferee.tianming.Bot} can do more. {@link
 * com.github.tianmingreferee.tianming.Tianming#run(Bot) Tianming.run} is the main function of a
 * bot. A program of its own uses {@link com.github.tianmingreferee.tianming.Client}, which throws
 * exceptions and ends no process. The address of the referee and the token come from the
 * environment, unless {@link com.github.tianmingreferee.tianming.Options} has others.
 *
 * <p>The packages below {@code v1} and {@code games} have the generated messages of the contract.
 */
package com.github.tianmingreferee.tianming;
